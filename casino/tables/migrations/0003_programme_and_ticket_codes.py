from typing import Any

import django.db.models.deletion
from django.db import migrations, models

import casino.clubs.codes


def give_codes(apps: Any, _schema_editor: Any) -> None:
    """Tickets sold before now were known by their number only."""
    for ticket in apps.get_model("tables", "Ticket").objects.filter(code=None).iterator():
        ticket.code = casino.clubs.codes.ticket_code()
        ticket.save(update_fields=["code"])


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_money_and_limits"),
        ("tables", "0002_round_seat_ids"),
    ]

    operations = [
        migrations.AddField("ticket", "code", models.CharField(max_length=10, null=True)),
        migrations.RunPython(give_codes, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="ticket",
            name="code",
            field=models.CharField(
                default=casino.clubs.codes.ticket_code, max_length=10, unique=True, verbose_name="code"
            ),
        ),
        migrations.CreateModel(
            name="PlannedTable",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("game", models.CharField(max_length=40, verbose_name="game")),
                ("settings", models.JSONField(default=dict, verbose_name="settings")),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="planned_tables",
                        to="clubs.session",
                        verbose_name="session",
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="plan",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "verbose_name": "planned table",
                "verbose_name_plural": "planned tables",
            },
        ),
        migrations.CreateModel(
            name="Race",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveSmallIntegerField(verbose_name="number")),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("sponsor", models.CharField(blank=True, max_length=80, verbose_name="sponsor")),
                (
                    "planned",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="races",
                        to="tables.plannedtable",
                    ),
                ),
                (
                    "round",
                    models.OneToOneField(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="race",
                        to="tables.round",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="races",
                        to="tables.table",
                        verbose_name="table",
                    ),
                ),
            ],
            options={
                "verbose_name": "race",
                "verbose_name_plural": "races",
                "ordering": ("place", "pk"),
            },
        ),
        migrations.AddConstraint(
            model_name="plannedtable",
            constraint=models.UniqueConstraint(fields=("session", "name"), name="tables_planned_name"),
        ),
        migrations.AddConstraint(
            model_name="race",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("planned__isnull", False), ("table", None)),
                    models.Q(("planned", None), ("table__isnull", False)),
                    _connector="OR",
                ),
                name="tables_race_of_one",
            ),
        ),
    ]
