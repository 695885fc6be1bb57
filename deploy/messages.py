"""`make messages`: bring the en, fr and es catalogues up to date with the sources, and compile them.

Django's own makemessages needs the gettext programs; this needs only Babel. What is new gets an empty translation,
what is no longer used goes, and nothing is guessed: a test fails until a person has filled the gaps.
"""

import io
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

PROJECT = Path(__file__).resolve().parent.parent
LOCALE = PROJECT / "casino" / "locale"
LANGUAGES = ("en", "fr", "es")
SOURCE_LANGUAGE = "en"
PACKAGES = ("casino", "games", "ledger")

KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "RuleBroken": (2,),  # rules know no Django: their sentences are translated where they are shown
}


def _sources() -> Iterator[tuple[Path, bytes]]:
    for package in PACKAGES:
        for path in sorted((PROJECT / package).rglob("*")):
            if path.suffix == ".py" and "migrations" not in path.parts:
                yield path, path.read_bytes()
            elif path.suffix in {".html", ".txt"} and "templates" in path.parts:
                yield path, templatize(path.read_text(), origin=str(path)).encode()


def collect() -> Catalog:
    """Every string that the sources want translated."""
    catalog = Catalog(project="casino", fuzzy=False)
    for path, source in _sources():
        for line, message, comments, context in extract("python", io.BytesIO(source), keywords=KEYWORDS):
            where = [(str(path.relative_to(PROJECT)), line)]
            catalog.add(message, locations=where, auto_comments=comments, context=context)
    return catalog


def path_of(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def read(language: str) -> Catalog:
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def compiled(catalog: Catalog) -> bytes:
    catalog.creation_date = catalog.revision_date = datetime(2000, 1, 1, tzinfo=UTC)  # Babel would write today's
    output = io.BytesIO()
    write_mo(output, catalog)
    return output.getvalue()


# Header fields that say who and when: the repository's history knows better, and they would change every time.
IDLE = ("Project-Id", "Report-Msgid", "POT-Creation", "PO-Revision", "Last-Translator", "Language-Team", "Generated-By")


def written(catalog: Catalog) -> bytes:
    """The catalogue as text: no line numbers and no dates, so that it changes only when a string does."""
    catalog.header_comment = "# Strings of the house. `make messages` keeps this file in step with the sources."
    output = io.BytesIO()
    write_po(output, catalog, sort_output=True, include_lineno=False, width=110)
    lines = output.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(tuple(f'"{field}'.encode() for field in IDLE)))


def main() -> None:
    found = collect()
    for language in LANGUAGES:
        catalog = read(language)
        catalog.update(found, no_fuzzy_matching=True, update_creation_date=False)
        catalog.obsolete.clear()
        path = path_of(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(written(catalog))
        path.with_suffix(".mo").write_bytes(compiled(read(language)))
        empty = [] if language == SOURCE_LANGUAGE else [m.id for m in catalog if m.id and not m.string]
        print(f"{language}: {len(catalog)} strings, {len(empty)} to translate")


if __name__ == "__main__":
    main()
