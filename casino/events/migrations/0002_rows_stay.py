from pathlib import Path

from django.db import migrations

SQL = (Path(__file__).parent.parent / "sql" / "stays.sql").read_text()


class Migration(migrations.Migration):
    dependencies = [("events", "0001_initial")]

    operations = [migrations.RunSQL(SQL)]
