"""What every file says of itself: which books, which period, how much is in it, and how to check it."""

from casino.clock import when
from casino.exports.chart import Journal
from casino.exports.reading import Evening, Export
from ledger.journal import Extent

_SIGNS = {
    Journal.COUNTERS: "The club owes what is in purses: liabilities, credit, below zero.",
    Journal.MONEY: "The club's own till: what is in it is an asset, debit, above zero.",
}
_ALL = {False: "every entry that moved {journal}", True: "an evening in one entry"}


def about(export: Export, check: str) -> list[tuple[str, str]]:
    """Names and values. `check` is what the reader can do with the file alone."""
    journal = export.wish.journal
    only = export.evenings[0].session.code if len(export.evenings) == 1 else None
    found = [
        ("journal", f"{journal}, {_ALL[export.wish.summary].format(journal=journal)}"),
        ("club", export.club),
        ("period", f"{export.since} to {export.until}"),
        ("entries", str(export.entries)),
        ("transfers", str(export.transfers)),
    ]
    return [
        *found,
        *(("book", _evening(evening)) for evening in export.evenings),
        ("signs", _SIGNS[journal]),
        ("check this file", check),
        ("check the house", f"casino verify {only}" if only else "casino verify"),
    ]


def sized(extent: Extent | Export) -> str:
    entries, transfers = extent.entries, extent.transfers
    return f"{entries} entr{'y' if entries == 1 else 'ies'} with {transfers} transfer{'s' * (transfers != 1)}"


def _evening(evening: Evening) -> str:
    session, extent, whole = evening.session, evening.extent, evening.whole
    closed, last = when(session.closed_at), when(whole.last_posted_at)
    state = f"closed {closed}" if closed else f"still open, with what was posted until {last}" if last else "still open"
    if evening.wish.journal.is_money and not session.currency:
        moved = "counters were free"
    else:
        sums = ", ".join(f"{total} {commodity}" for commodity, total in evening.totals.items()) or "nothing"
        moved = f"{sized(extent)}, {sums} debited and credited"
    if evening.wish.summary:
        moved += f"; of {sized(whole)} in the book"
    return f"{session.code}, {session.name}, {evening.date}, {state}: {moved}"
