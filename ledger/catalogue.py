"""The laws themselves, in PostgreSQL's catalogue: is every one there, as `laws` says that it was made, and awake?"""

from collections.abc import Iterator
from itertools import chain

from django.conf import settings

from ledger import laws
from ledger.findings import Aside, Finding
from ledger.rows import rows


def laws_stand(_book: int | None, _aside: Aside) -> Iterator[Finding]:
    """Every trigger, constraint and function is there, as it was made, and awake."""
    yield from chain(_triggers(), _constraints(), _functions(), _reasons(), _sequences())


def _triggers() -> Iterator[Finding]:
    triggers = rows(
        """
        SELECT tgname, tgenabled, tgisinternal, tgrelid::regclass::text,
               replace(replace(pg_get_triggerdef(oid), 'CREATE TRIGGER ' || tgname || ' ', ''),
                       relnamespace_name.nspname || '.', '')
        FROM pg_trigger
        JOIN LATERAL (SELECT nspname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
                      WHERE pg_class.oid = tgrelid) relnamespace_name ON true
        WHERE tgrelid::regclass::text LIKE 'ledger\\_%%'
        """
    )
    expected = laws.TRIGGERS | laws.DOORS
    found = {name: (state, definition) for name, state, internal, _, definition in triggers if not internal}
    for name, definition in expected.items():
        state, actual = found.get(name, ("", ""))
        awake = "A" if name in laws.TRIGGERS else "O"
        if not state:
            yield Finding("trigger", name, "The trigger is missing.")
        elif state != awake:
            yield Finding("trigger", name, f"The trigger is not enabled as it must be (state {state}, not {awake}).")
        elif actual != definition:
            yield Finding("trigger", name, f"The trigger is another: {actual}")
    for name in found.keys() - expected.keys():
        yield Finding("trigger", name, "The ledger has no such trigger.")
    for name, state, internal, table, _ in triggers:
        if internal and state != "O":
            yield Finding("trigger", f"{table} {name}", f"A foreign key is not watched (state {state}).")


def _constraints() -> Iterator[Finding]:
    found = {
        name: (valid, definition)
        for name, valid, definition in rows(
            """
            SELECT conname, convalidated, pg_get_constraintdef(oid) FROM pg_constraint
            WHERE conrelid::regclass::text LIKE 'ledger\\_%%' AND contype IN ('c', 'f', 'p', 'u')
            """
        )
    }
    for name, definition in laws.CONSTRAINTS.items():
        valid, actual = found.get(name, (True, ""))
        if not actual:
            yield Finding("constraint", name, "The constraint is missing.")
        elif not valid or actual != definition:
            yield Finding("constraint", name, f"The constraint is another: {actual}")


def _functions() -> Iterator[Finding]:
    found: dict[str, str] = dict(rows("SELECT proname, prosrc FROM pg_proc WHERE proname LIKE 'ledger\\_%%'"))
    for name, body in laws.functions().items():
        if found.get(name) != body:
            yield Finding("function", name, "The function is another." if name in found else "The function is missing.")


def _reasons() -> Iterator[Finding]:
    """Transfers keep a number for their reason; whoever renames it has renamed them all."""
    ((kind,),) = rows(
        """
        SELECT atttypid::regtype::text FROM pg_attribute
        WHERE attrelid = 'ledger_transfer'::regclass AND attname = 'reason'
        """
    )
    names = [name for (name,) in rows("SELECT unnest(enum_range(NULL::ledger_reason))")]
    if kind != "ledger_reason":
        yield Finding("reason", "ledger_transfer", f"Its reasons are of another type: {kind}")
    if names != [*map(str, settings.LEDGER_REASONS)]:
        yield Finding("reason", "ledger_reason", f"Its names are others than the house's: {', '.join(names)}")


def _sequences() -> Iterator[Finding]:
    """The next id must be one that was never used."""
    for table in ("ledger_entry", "ledger_transfer"):
        ((largest, last),) = rows(f"SELECT (SELECT max(id) FROM {table}), (SELECT last_value FROM {table}_id_seq)")  # noqa: S608
        if largest is not None and largest > last:
            yield Finding("sequence", f"{table}_id_seq", f"The next id would be below {largest}, which is used.")
