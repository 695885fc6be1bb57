from django.db import migrations

REASONS = (
    *("auction-commission", "card-price", "training-fee", "report-fee"),
    *("club-entry", "club-dinner", "club-charity"),
    *("forced-sale", "trade", "equalised", "race-entry"),
    *("place-stake", "place-escrow", "place-payout", "place-release"),
    *("banker-commission", "prize-first", "prize-second", "prize-third", "prize-shared"),
    *("unclaimed-pool", "office"),
)


class Migration(migrations.Migration):
    dependencies = [("desk", "0004_pools")]

    operations = [migrations.RunSQL(f"ALTER TYPE ledger_reason ADD VALUE '{name}'") for name in REASONS]
