from typing import Any

from django.db import migrations


def give_role(apps: Any, _schema_editor: Any) -> None:
    apps.get_model("ledger", "Role").objects.create(name="holding", floor=0, must_end_empty=True)


class Migration(migrations.Migration):
    dependencies = [("desk", "0002_counts_and_prizes")]

    operations = [
        migrations.RunPython(give_role),
        *(
            migrations.RunSQL(f"ALTER TYPE ledger_reason ADD VALUE '{name}'")
            for name in ("collected-first", "collected-second", "collected-third")
        ),
    ]
