import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0003_account_opening"),
        ("tables", "0004_office_and_own_units"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="sides",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="table",
            name="beside",
            field=models.JSONField(default=dict, verbose_name="beside its own odds"),
        ),
        migrations.CreateModel(
            name="TableAccount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("role", models.CharField(max_length=20)),
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="beside", to="ledger.account"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="accounts", to="tables.table"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "role"), name="tables_account_role")],
            },
        ),
    ]
