"""An account cannot be opened in a book that is being closed: the function as it is now, for houses made before."""

import re
from pathlib import Path

from django.db import migrations

CLOSING = (Path(__file__).parent.parent / "sql" / "closing.sql").read_text()
FUNCTION = re.findall(r"CREATE FUNCTION ledger_account_opening.*?\nEND \$\$;", CLOSING, re.DOTALL)[0]


class Migration(migrations.Migration):
    dependencies = [("ledger", "0002_laws")]

    operations = [migrations.RunSQL(FUNCTION.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION", 1))]
