import django.db.models.deletion
from django.db import migrations, models

import ledger.models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.RunSQL("CREATE TYPE ledger_reason AS ENUM ()"),
        migrations.CreateModel(
            name="Book",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=100, unique=True, verbose_name="code")),
                ("opened_at", models.DateTimeField(verbose_name="opened")),
                ("closed_at", models.DateTimeField(null=True, verbose_name="closed")),
            ],
            options={
                "verbose_name": "book",
                "verbose_name_plural": "books",
            },
        ),
        migrations.CreateModel(
            name="Role",
            fields=[
                (
                    "name",
                    models.CharField(
                        db_collation="C", max_length=40, primary_key=True, serialize=False, verbose_name="name"
                    ),
                ),
                ("floor", models.BigIntegerField(null=True, verbose_name="floor")),
                ("must_end_empty", models.BooleanField(verbose_name="must end empty")),
            ],
            options={
                "verbose_name": "role",
                "verbose_name_plural": "roles",
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(db_collation="C", max_length=200, verbose_name="key")),
                ("size", models.IntegerField(verbose_name="transfers")),
                ("memo", models.TextField(verbose_name="memo")),
                ("posted_at", models.DateTimeField(verbose_name="posted")),
                (
                    "book",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="ledger.book",
                        verbose_name="book",
                    ),
                ),
                (
                    "reverses",
                    models.OneToOneField(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reversed_by",
                        to="ledger.entry",
                        verbose_name="reverses",
                    ),
                ),
            ],
            options={
                "verbose_name": "entry",
                "verbose_name_plural": "entries",
            },
        ),
        migrations.CreateModel(
            name="Account",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(db_collation="C", max_length=100, verbose_name="code")),
                ("opened_at", models.DateTimeField(verbose_name="opened")),
                ("closed_at", models.DateTimeField(null=True, verbose_name="closed")),
                (
                    "book",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="accounts",
                        to="ledger.book",
                        verbose_name="book",
                    ),
                ),
                (
                    "role",
                    models.ForeignKey(
                        db_column="role",
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.role",
                        verbose_name="role",
                    ),
                ),
            ],
            options={
                "verbose_name": "account",
                "verbose_name_plural": "accounts",
            },
        ),
        migrations.CreateModel(
            name="Unit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=40, unique=True, verbose_name="code")),
                ("places", models.SmallIntegerField(verbose_name="decimal places")),
            ],
            options={
                "verbose_name": "unit",
                "verbose_name_plural": "units",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("places__gte", 0), ("places__lte", 9)), name="ledger_unit_places"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Transfer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.IntegerField()),
                ("reason", ledger.models.ReasonField()),
                ("amount", models.BigIntegerField()),
                (
                    "book",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.book",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="transfers",
                        to="ledger.entry",
                    ),
                ),
                (
                    "payee",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="received",
                        to="ledger.account",
                    ),
                ),
                (
                    "payer",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="paid",
                        to="ledger.account",
                    ),
                ),
                (
                    "unit",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.unit",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="account",
            name="unit",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="ledger.unit",
                verbose_name="unit",
            ),
        ),
        migrations.CreateModel(
            name="Balance",
            fields=[
                (
                    "account",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="kept",
                        serialize=False,
                        to="ledger.account",
                    ),
                ),
                ("closed", models.BooleanField()),
                ("floor", models.BigIntegerField()),
                ("amount", models.BigIntegerField()),
                (
                    "book",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.book",
                    ),
                ),
                (
                    "unit",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.unit",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("book", "key"), name="ledger_entry_key"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("id", "book"), name="ledger_entry_identity"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("key", ""), _negated=True), name="ledger_entry_key_filled"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(condition=models.Q(("size__gt", 0)), name="ledger_entry_size"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("reverses", models.F("id")), _negated=True),
                name="ledger_entry_not_its_own_reversal",
            ),
        ),
        migrations.AddIndex(
            model_name="transfer",
            index=models.Index(fields=["payer", "id"], include=("amount",), name="ledger_transfer_paid"),
        ),
        migrations.AddIndex(
            model_name="transfer",
            index=models.Index(fields=["payee", "id"], include=("amount",), name="ledger_transfer_received"),
        ),
        migrations.AddConstraint(
            model_name="transfer",
            constraint=models.UniqueConstraint(fields=("entry", "position"), name="ledger_transfer_place"),
        ),
        migrations.AddConstraint(
            model_name="transfer",
            constraint=models.CheckConstraint(condition=models.Q(("position__gt", 0)), name="ledger_transfer_position"),
        ),
        migrations.AddConstraint(
            model_name="transfer",
            constraint=models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="ledger_transfer_amount"),
        ),
        migrations.AddConstraint(
            model_name="transfer",
            constraint=models.CheckConstraint(
                condition=models.Q(("payer", models.F("payee")), _negated=True), name="ledger_transfer_two_accounts"
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.UniqueConstraint(fields=("book", "code"), name="ledger_account_code"),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.UniqueConstraint(fields=("id", "book", "unit"), name="ledger_account_identity"),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=models.Q(("code", ""), _negated=True), name="ledger_account_code_filled"
            ),
        ),
        migrations.AddConstraint(
            model_name="balance",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gte", models.F("floor"))), name="ledger_balance_floor"
            ),
        ),
    ]
