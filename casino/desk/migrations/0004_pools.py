from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("desk", "0003_collecting_and_own_units")]

    operations = [migrations.RunSQL("ALTER TYPE ledger_reason ADD VALUE 'pooled'")]
