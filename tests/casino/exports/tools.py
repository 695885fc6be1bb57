"""Accountants' own tools, and what each says that every account of a file holds.

beancount is a package of ours. The others come from Debian: missing, their tests are skipped; CASINO_REQUIRE_TOOLS=1
makes them fail.
"""

import csv
import io
import os
import re
import shutil
import subprocess
import sys
import zipfile
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from beancount import loader
from beancount.core import data, realization

Totals = dict[str, tuple[Decimal, str]]  # by account: what it holds, and of which commodity

# Every sheet as a file of its own; numbers as they are, not as they are shown.
CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1"
# LibreOffice works every formula out when it opens a workbook.
RECALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop>
</item>
</oor:items>
"""


def program(name: str) -> str:
    beside_python = Path(sys.executable).parent / name
    found = str(beside_python) if beside_python.exists() else shutil.which(name)
    if found is None:
        if os.environ.get("CASINO_REQUIRE_TOOLS") == "1":
            pytest.fail(f"CASINO_REQUIRE_TOOLS=1, and there is no {name} on this machine.")
        pytest.skip(f"There is no {name} on this machine.")
    return found


def run(name: str, *arguments: str | Path) -> str:
    done = subprocess.run([program(name), *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{name}: {done.stdout}{done.stderr}"
    assert not done.stderr, done.stderr
    return done.stdout


def fails(name: str, *arguments: str | Path) -> str:
    """What the tool says of a file that it refuses."""
    done = subprocess.run([program(name), *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode != 0, done.stdout
    return done.stdout + done.stderr


def hledger(file: Path) -> Totals:
    run("hledger", "-f", file, "check", "--strict", "ordereddates")
    balances = csv.reader(io.StringIO(run("hledger", "-f", file, "balance", "--flat", "-E", "-N", "-O", "csv")))
    return {account: _amount(shown) for account, shown in list(balances)[1:]}


def ledger(file: Path) -> Totals:
    asked = ("balance", "--flat", "--empty", "--no-total", "--format", "%(account)\t%(amount)\n")
    lines = run("ledger", "-f", file, "--strict", "--pedantic", *asked).splitlines()
    return {account: _amount(shown) for account, _, shown in (line.partition("\t") for line in lines) if account}


def _amount(shown: str) -> tuple[Decimal, str]:
    """Nothing has no commodity for either of them."""
    number, _, commodity = shown.partition(" ")
    return Decimal(number), commodity


def beancount(file: Path) -> Totals:
    run("bean-check", file)
    entries, errors, _ = loader.load_file(str(file))
    assert errors == []
    opened = [entry for entry in entries if isinstance(entry, data.Open)]
    tree: Any = realization.realize(entries)  # type: ignore[no-untyped-call]
    return {entry.account: _held(realization.get(tree, entry.account), entry) for entry in opened}  # type: ignore[no-untyped-call]


def _held(account: Any, opened: Any) -> tuple[Decimal, str]:
    (commodity,) = opened.currencies
    return account.balance.get_currency_units(commodity).number, commodity


def recalculated(file: Path) -> dict[str, list[dict[str, str]]]:
    """The sheets of a workbook, by LibreOffice; what the file says that its formulas come to is taken out first."""
    profile, bare = file.parent / "profile", file.with_name(f"bare-{file.name}")
    (profile / "user").mkdir(parents=True, exist_ok=True)
    (profile / "user" / "registrymodifications.xcu").write_text(RECALCULATE)
    without_results(file, bare)
    run_office(profile, bare)
    return {
        each.stem.removeprefix(f"{bare.stem}-"): list(csv.DictReader(io.StringIO(each.read_text())))
        for each in file.parent.glob(f"{bare.stem}-*.csv")
    }


def run_office(profile: Path, file: Path) -> None:
    done = subprocess.run(
        [
            *(program("soffice"), f"-env:UserInstallation={profile.as_uri()}", "--headless"),
            *("--convert-to", CSV, "--outdir", str(file.parent), str(file)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def without_results(file: Path, bare: Path) -> int:
    """A copy whose formulas have no results. Returns how many formulas there are."""
    formulas = 0
    with zipfile.ZipFile(file) as whole, zipfile.ZipFile(bare, "w") as copy:
        for name in whole.namelist():
            content = whole.read(name)
            if name.startswith("xl/worksheets/"):
                found = rb"(<c [^>]*?)(?: t=\"str\")?(>)(<f>[^<]*</f>)<v>[^<]*</v>"
                content, number = re.subn(found, rb"\1\2\3", content)
                formulas += number
            copy.writestr(name, content)
    return formulas
