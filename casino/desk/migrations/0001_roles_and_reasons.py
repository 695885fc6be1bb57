"""The house's roles and reasons, given to the ledger. They stay: an account or a transfer may name them for ever."""

from typing import Any

from django.db import migrations

IN_PLAY = ["purse", "stakes", "bank", "bookmaker", "totalisator", "auctioneer", "pot", "escrow", "carry-over"]
OTHERS = ["issue", "commission", "breakage", "prize", "till", "sales", "over-short", "unclaimed", "owed", "box"]
REASONS = [
    "buy-in",
    "cash-out",
    "stake",
    "withdrawn",
    "lost",
    "returned",
    "winnings",
    "float",
    "ante",
    "pot",
    "dividend",
    "commission",
    "breakage",
    "carry-over",
    "bid",
    "hammer-price",
    "prize",
    "box",
    "sale",
    "till-count",
    "cover",
    "sweep",
]


def give_roles(apps: Any, _schema_editor: Any) -> None:
    role = apps.get_model("ledger", "Role")
    role.objects.bulk_create([role(name=name, floor=0, must_end_empty=True) for name in IN_PLAY])
    role.objects.bulk_create([role(name=name, floor=None, must_end_empty=False) for name in OTHERS])


class Migration(migrations.Migration):
    dependencies = [("ledger", "0002_laws")]

    operations = [
        migrations.RunPython(give_roles),
        *(migrations.RunSQL(f"ALTER TYPE ledger_reason ADD VALUE '{name}'") for name in REASONS),
    ]
