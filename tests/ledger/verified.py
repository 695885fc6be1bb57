"""What `verify_ledger` says of the test's own database."""

import json
from io import StringIO
from typing import Any

from django.core.management import call_command


def verify(**options: Any) -> tuple[int, str]:
    """Its exit code and what it prints."""
    output = StringIO()
    try:
        call_command("verify_ledger", stdout=output, **options)
    except SystemExit as end:
        return int(str(end.code)), output.getvalue()
    return 0, output.getvalue()


def findings() -> list[tuple[str, str]]:
    """The law and the row of each."""
    code, output = verify(json=True)
    told = json.loads(output)
    assert told["clean"] is (told["findings"] == []) is (code == 0)
    return [(finding["law"], finding["row"]) for finding in told["findings"]]
