from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0002_guests_and_devices"),
        ("ledger", "0003_account_opening"),
    ]

    operations = [
        migrations.AddField(
            model_name="session",
            name="buys_back",
            field=models.BooleanField(
                default=True,
                help_text="Money is given for counters that come back. Not where the law allows prizes only.",
                verbose_name="counters are bought back",
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="currency",
            field=models.CharField(
                blank=True,
                choices=[
                    ("ARS", "ARS"),
                    ("AUD", "AUD"),
                    ("CAD", "CAD"),
                    ("CHF", "CHF"),
                    ("CLP", "CLP"),
                    ("COP", "COP"),
                    ("DKK", "DKK"),
                    ("EUR", "EUR"),
                    ("GBP", "GBP"),
                    ("JPY", "JPY"),
                    ("MXN", "MXN"),
                    ("NOK", "NOK"),
                    ("NZD", "NZD"),
                    ("PEN", "PEN"),
                    ("PLN", "PLN"),
                    ("SEK", "SEK"),
                    ("USD", "USD"),
                    ("UYU", "UYU"),
                ],
                help_text="Empty: counters are free.",
                max_length=3,
                verbose_name="currency",
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="good_cause",
            field=models.CharField(
                blank=True,
                help_text="What the evening is for; on every sheet.",
                max_length=200,
                verbose_name="good cause",
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="hide_odds",
            field=models.BooleanField(
                default=False,
                help_text="Chances and dividends are told from the off on, not before.",
                verbose_name="odds are hidden",
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="message",
            field=models.CharField(blank=True, editable=False, max_length=200, verbose_name="message"),
        ),
        migrations.AddField(
            model_name="session",
            name="price",
            field=models.PositiveIntegerField(default=0, verbose_name="price"),
        ),
        migrations.AddField(
            model_name="session",
            name="price_for",
            field=models.PositiveIntegerField(default=1, verbose_name="for so many counters"),
        ),
        migrations.AddField(
            model_name="session",
            name="prize_cap",
            field=models.PositiveBigIntegerField(
                blank=True, help_text="The most that a prize may be worth.", null=True, verbose_name="prize cap"
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="staff_play",
            field=models.BooleanField(
                default=True, help_text="Guests are told which it is.", verbose_name="staff may play"
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="stake_cap",
            field=models.PositiveBigIntegerField(
                blank=True,
                help_text="The most counters that a player may stake in a round.",
                null=True,
                verbose_name="stake cap",
            ),
        ),
        migrations.AddConstraint(
            model_name="session",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("currency", ""), ("price", 0)),
                    models.Q(models.Q(("currency", ""), _negated=True), ("price__gt", 0)),
                    _connector="OR",
                ),
                name="clubs_session_price",
            ),
        ),
        migrations.AddConstraint(
            model_name="session",
            constraint=models.CheckConstraint(condition=models.Q(("price_for__gt", 0)), name="clubs_session_price_for"),
        ),
    ]
