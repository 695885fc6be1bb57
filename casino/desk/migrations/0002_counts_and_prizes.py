from typing import Any

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


def give_roles(apps: Any, _schema_editor: Any) -> None:
    role = apps.get_model("ledger", "Role")
    role.objects.create(name="prize-fund", floor=0, must_end_empty=True)
    role.objects.bulk_create([role(name=name, floor=None, must_end_empty=False) for name in ("club", "good-cause")])


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_money_and_limits"),
        ("desk", "0001_roles_and_reasons"),
        ("ledger", "0003_account_opening"),
    ]

    operations = [
        migrations.RunPython(give_roles),
        migrations.RunSQL("ALTER TYPE ledger_reason ADD VALUE 'refund'"),
        migrations.RunSQL("ALTER TYPE ledger_reason ADD VALUE 'proceeds'"),
        migrations.CreateModel(
            name="Prize",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "place",
                    models.CharField(
                        choices=[("first", "first"), ("second", "second"), ("consolation", "consolation")],
                        max_length=11,
                        verbose_name="place",
                    ),
                ),
                (
                    "measure",
                    models.CharField(
                        choices=[
                            ("richest", "the richest"),
                            ("net", "the best net result"),
                            ("game", "the best net result in one game"),
                        ],
                        default="richest",
                        max_length=7,
                        verbose_name="for",
                    ),
                ),
                ("game", models.CharField(blank=True, max_length=40, verbose_name="game")),
                ("what", models.CharField(blank=True, max_length=80, verbose_name="what")),
                ("counters", models.PositiveBigIntegerField(default=0, verbose_name="counters")),
                ("money", models.PositiveBigIntegerField(default=0, verbose_name="money")),
                ("awarded_at", models.DateTimeField(null=True, verbose_name="awarded")),
                ("dropped_at", models.DateTimeField(null=True, verbose_name="dropped")),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="prizes",
                        to="clubs.session",
                        verbose_name="session",
                    ),
                ),
            ],
            options={
                "verbose_name": "prize",
                "verbose_name_plural": "prizes",
            },
        ),
        migrations.CreateModel(
            name="Award",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("score", models.BigIntegerField(verbose_name="score")),
                ("counters", models.PositiveBigIntegerField(default=0, verbose_name="counters")),
                ("money", models.PositiveBigIntegerField(default=0, verbose_name="money")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="awards",
                        to="clubs.player",
                        verbose_name="player",
                    ),
                ),
                (
                    "prize",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="awards",
                        to="desk.prize",
                        verbose_name="prize",
                    ),
                ),
            ],
            options={
                "verbose_name": "award",
                "verbose_name_plural": "awards",
            },
        ),
        migrations.CreateModel(
            name="Count",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pieces", models.JSONField(verbose_name="pieces")),
                ("counted", models.BigIntegerField(verbose_name="counted")),
                ("expected", models.BigIntegerField(verbose_name="expected")),
                ("reason", models.TextField(blank=True, verbose_name="reason")),
                ("by", models.JSONField()),
                (
                    "made_at",
                    models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name="made"),
                ),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="counts",
                        to="ledger.account",
                        verbose_name="account",
                    ),
                ),
                (
                    "entry",
                    models.OneToOneField(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.entry",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="counts",
                        to="clubs.session",
                        verbose_name="session",
                    ),
                ),
            ],
            options={
                "verbose_name": "count",
                "verbose_name_plural": "counts",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("counted", models.F("expected")), ("entry", None)),
                            models.Q(
                                models.Q(("counted", models.F("expected")), _negated=True),
                                models.Q(("reason", ""), _negated=True),
                                ("entry__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="desk_count_difference",
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="prize",
            constraint=models.CheckConstraint(
                condition=models.Q(("counters", 0), ("money", 0), ("what", ""), _negated=True),
                name="desk_prize_something",
            ),
        ),
        migrations.AddConstraint(
            model_name="prize",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("measure", "game"), models.Q(("game", ""), _negated=True)),
                    models.Q(models.Q(("measure", "game"), _negated=True), ("game", "")),
                    _connector="OR",
                ),
                name="desk_prize_game",
            ),
        ),
        migrations.AddConstraint(
            model_name="award",
            constraint=models.UniqueConstraint(fields=("prize", "player"), name="desk_award_once"),
        ),
    ]
