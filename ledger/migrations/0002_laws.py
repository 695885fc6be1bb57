"""The laws in the database itself. They cannot be taken back: books without them would not be books."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial")]

    operations = [migrations.RunSQL((SQL / name).read_text()) for name in ("laws.sql", "closing.sql", "posting.sql")]
