"""`make schema`: write what the API says of itself into files, from the sources. A test keeps them equal.

`docs/openapi.yaml` is the document; `casino/api/problems.json` has every code of a refusal, and its sentences.
"""

import ast
import json
import os
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
DOCUMENT = PROJECT / "docs" / "openapi.yaml"
PROBLEMS = PROJECT / "casino" / "api" / "problems.json"


def refusals() -> Iterator[tuple[str, str]]:
    """Every code in the sources, and a sentence it is told with."""
    for package in ("casino", "games"):
        for path in sorted((PROJECT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "RuleBroken":
                    yield from _constants(node)
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "read_json":
                    code = node.args[3]
                    assert isinstance(code, ast.Constant)
                    yield str(code.value), "%(where)s should be %(wanted)s."


def _constants(call: ast.Call) -> Iterator[tuple[str, str]]:
    code, sentence = call.args[:2]
    if isinstance(code, ast.Constant) and isinstance(sentence, ast.Constant):
        yield str(code.value), str(sentence.value)


def collected_problems() -> str:
    from django.utils.translation import override

    from casino.api.problems import OWN
    from ledger.errors import LedgerError

    found: dict[str, set[str]] = {}
    with override("en"):
        ledger = [(kind.code, str(kind.template)) for kind in LedgerError.__subclasses__()]
    for code, sentence in [*refusals(), *ledger, *OWN.items()]:
        found.setdefault(code, set()).add(sentence)
    listed = {code: sorted(found[code]) for code in sorted(found)}
    return json.dumps(listed, ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    import django

    django.setup()
    from casino.api.document import written

    PROBLEMS.write_text(collected_problems())
    DOCUMENT.write_text(written())
    print(f"{DOCUMENT.relative_to(PROJECT)} and {PROBLEMS.relative_to(PROJECT)} are written.")


if __name__ == "__main__":
    main()
