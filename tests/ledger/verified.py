"""What `verify_ledger` says of the test's own database."""

import json
from io import StringIO

from django.core.management import call_command


def findings() -> list[tuple[str, str]]:
    """The law and the row of each."""
    output, code = StringIO(), 0
    try:
        call_command("verify_ledger", json=True, stdout=output)
    except SystemExit as end:
        code = int(str(end.code))
    told = json.loads(output.getvalue())
    assert told["clean"] is (told["findings"] == []) is (code == 0)
    return [(finding["law"], finding["row"]) for finding in told["findings"]]
