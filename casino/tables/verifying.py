"""Proving the room: what is kept of the tables against what their moves, their seeds and the book say."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet

from casino.clubs.models import Player
from casino.desk.accounts import Reason
from casino.tables.beside import beside_of
from casino.tables.fairness import off_of, transcript_of
from casino.tables.models import Move, Round, Stake, Table, Ticket
from casino.tables.moving import owed_in
from casino.tables.opening import office_draws_of
from casino.tables.playing import (
    Accounts,
    collected_in,
    exposures_of,
    funds_of,
    game_of,
    holder_name,
    laid_in,
    moves_of,
    replayed,
    same_state,
    sides_of,
    standing_moves,
    value_of,
)
from casino.tables.requiring import LIVE
from casino.tables.showing import returns_of
from casino.tables.tickets import worth
from games.kit import fair
from games.kit.beside import made_book
from games.kit.errors import RuleBroken
from games.kit.markets import find
from games.kit.payments import Payment
from games.kit.values import to_json
from games.kit.verifying import Seen, verify
from ledger.balances import balances, moved_under
from ledger.findings import Finding
from ledger.models import Transfer
from ledger.rows import rows

Moved = Counter[tuple[int, int, str]]  # by payer, payee and reason


def rounds_of(session_id: int | None) -> QuerySet[Round]:
    """In the order they were opened, with what replaying needs."""
    rounds = Round.objects.select_related("table__session", "chain", "secret")
    chosen = rounds if session_id is None else rounds.filter(table__session=session_id)
    return chosen.order_by("pk")


def stakes_stand(session_id: int | None) -> Iterator[Finding]:
    """Every stakes account holds what that player has on the cloth of live rounds, and the office has not taken yet."""
    players = Player.objects.all() if session_id is None else Player.objects.filter(session=session_id)
    held = balances(players.values_list("stakes_account", flat=True))
    laid: Counter[int] = Counter()
    live = Stake.objects.filter(round__phase__in=LIVE).values_list("seat__player__stakes_account", "counters")
    for account, counters in live.iterator():
        laid[account] += counters
    collected = Move.objects.filter(round__phase__in=LIVE, entry__isnull=False).values("entry").distinct()
    for account, counters in Transfer.objects.filter(entry__in=collected).values_list("payer", "amount").iterator():
        laid[account] -= counters
    for player in players.iterator():
        has, should = held[player.stakes_account_id], laid[player.stakes_account_id]
        if has != should:
            yield Finding("stakes", f"player {player.pk}", f"{player} has {should} on the cloth and {has} in the book.")


def state_stands(round_: Round) -> Iterator[Finding]:
    """The state that is kept is the one its moves lead to."""
    if not same_state(round_, replayed(round_, moves_of(round_))):
        yield Finding("state", _row(round_), "Its moves lead to another state than the one that is kept.")


def exposure_stands(round_: Round) -> Iterator[Finding]:
    """What an office could have to pay is what the stakes on the cloth say, at every outcome that could come when they
    were made, and it can pay it.
    """
    if not round_.live:
        return
    value, laid, kept = replace(value_of(round_), state=_staked_at(round_)), laid_in(round_), exposures_of(round_)
    markets = value.markets
    for office in dict.fromkeys([value.game.office, *value.sides.offices]):
        expected = value.exposure(office)
        for (_, market, selection), counters in laid.items():
            if market in {each.name for each in markets if each.office == office}:
                expected = expected.moved(find(markets, market, selection)[1], 0, counters)
        if kept.get(office) != expected:
            yield Finding("exposure", _row(round_), "The exposure kept is not that of the stakes on the cloth.")
        funds = funds_of(round_, office) - (collected_in(round_) if office == value.game.office else 0)
        if expected.worst > funds:
            yield Finding(
                "exposure", _row(round_), f"The {office} holds {funds} and could have to pay {expected.worst}."
            )


def _staked_at(round_: Round) -> Any:
    """The state of the game when stakes were first taken: what has run since cannot end in every way any more."""
    game = game_of(round_)
    state = game.start(game.read_options(round_.options), tuple(round_.seats), round_.office)
    for move in moves_of(round_):
        if game.takes_stakes(state):
            break
        state = game.play(state, game.read_move(move)).state
    return state


def terms_stand(round_: Round) -> Iterator[Finding]:
    """What stood beside a round is what stands beside its table: those terms stay."""
    sides, terms = sides_of(round_), beside_of(round_.table)
    if (sides.totalisator, sides.bookmaker) != (terms.totalisator, terms.bookmaker):
        yield Finding("terms", _row(round_), "What stood beside it is not what stands beside its table.")


def prices_stand(round_: Round) -> Iterator[Finding]:
    """What a bookmaker paid by is what exact chances and the terms of the table made of it before the off."""
    sides = sides_of(round_)
    if sides.book is None or sides.bookmaker is None:
        return
    if made_book(sides.bookmaker, game_of(round_), _staked_at(round_)) != sides.book:
        yield Finding("prices", _row(round_), "The bookmaker's prices are not those that its terms make.")


def payments_stand(round_: Round) -> Iterator[Finding]:
    """A settled round paid once, and what it pays when it is replayed; a void one has given everything back."""
    paid = _paid(round_)
    if round_.phase == Round.Phase.SETTLED:
        value = replayed(round_, moves_of(round_), laid_in(round_)).settle()
        if paid != _due(round_, value.payments):
            yield Finding("payments", _row(round_), "It did not pay what it pays when it is replayed.")
        if not _settlement_stands(round_):
            yield Finding("payments", _row(round_), "Its settlement is not the one that stands in the book.")
    if round_.phase == Round.Phase.VOID and moved_under(round_.table.book_id, f"round:{round_.pk}:"):
        yield Finding("payments", _row(round_), "It is void, and did not give everything back.")
    if round_.live:
        value = replayed(round_, moves_of(round_), laid_in(round_))
        if paid + _due(round_, owed_in(round_)[1]) != _due(round_, value.payments):
            yield Finding("payments", _row(round_), "It has not paid what its moves pay when they are replayed.")


def _due(round_: Round, payments: Iterable[Payment]) -> Moved:
    due: Moved = Counter()
    for transfer in Accounts.of(round_).transfers(payments):
        due[transfer.payer, transfer.payee, transfer.reason] += transfer.amount
    return due


def _settlement_stands(round_: Round) -> bool:
    """The round names the one settlement of its own that was not reversed; or there is none, and it names none."""
    keys = rows(
        """
        SELECT entry.id FROM ledger_entry entry
        WHERE entry.book_id = %(book)s AND entry.key >= %(first)s AND entry.key < %(last)s
          AND entry.key LIKE '%%:settle'
          AND NOT EXISTS (SELECT FROM ledger_entry undo WHERE undo.reverses_id = entry.id)
        """,
        book=round_.table.book_id,
        first=f"round:{round_.pk}:",
        last=f"round:{round_.pk};",
    )
    return [(round_.settlement_id,)] == keys if keys else round_.settlement_id is None


def _paid(round_: Round) -> Moved:
    """What stands in the book of its moves and its settlement: entries that were reversed cancel out."""
    moved: Moved = Counter()
    found = rows(
        """
        SELECT transfer.payer_id, transfer.payee_id, transfer.reason::text, transfer.amount,
               entry.reverses_id IS NOT NULL
        FROM ledger_entry entry JOIN ledger_transfer transfer ON transfer.entry_id = entry.id
        LEFT JOIN ledger_entry original ON original.id = entry.reverses_id
        WHERE entry.book_id = %(book)s AND entry.key >= %(first)s AND entry.key < %(last)s
          AND coalesce(original.key, entry.key) NOT SIMILAR TO 'round:[0-9]+:(stake|withdraw|void)%%'
          AND coalesce(original.key, entry.key) NOT SIMILAR TO 'round:[0-9]+:correct:[0-9]+:(office|cover)'
        """,
        book=round_.table.book_id,
        first=f"round:{round_.pk}:",
        last=f"round:{round_.pk};",
    )
    for payer, payee, reason, amount, reverses in found:
        if reverses:
            moved[payee, payer, reason] -= amount
        else:
            moved[payer, payee, reason] += amount
    return Counter({key: amount for key, amount in moved.items() if amount})


def deal_stands(round_: Round) -> Iterator[Finding]:
    """The deal can be dealt again from its seed, and the seed is the one that the table's anchor promised."""
    reached = round_.secret.seed
    for _ in range(round_.number):
        reached = fair.link(round_.chain.name, reached)
    if reached != round_.chain.anchor:
        yield Finding("deal", _row(round_), "Its seed does not lead to the table's anchor.")
    if round_.off_at is not None and fair.digest(off_of(round_)) != round_.off_digest:
        yield Finding("deal", _row(round_), "What was frozen at the off is not what was published.")
    yield from _cut_stands(round_)
    if round_.live or round_.by_hand:
        return
    seen = Seen(
        table=round_.chain.name,
        round=round_.number,
        anchor=round_.chain.anchor,
        off=round_.off_digest or None,
    )
    for doubt in verify(transcript_of(round_), game_of(round_), seen).doubts:
        yield Finding("deal", _row(round_), doubt.sentence)


def _cut_stands(round_: Round) -> Iterator[Finding]:
    """Who cut for the office cut what the seed says, and the highest card took it."""
    if not round_.cut:
        return
    names = [name for name, _ in round_.cut[0]]
    cut = office_draws_of(round_.chain, round_.number, round_.secret.seed)(names)
    if (to_json(cut.cuts), cut.winner) != (round_.cut, round_.office):
        yield Finding("deal", _row(round_), "The cut for the office is not the one that the seed says.")


ROUND_CHECKS: dict[str, Callable[[Round], Iterator[Finding]]] = {
    "state": state_stands,
    "exposure": exposure_stands,
    "terms": terms_stand,
    "prices": prices_stand,
    "payments": payments_stand,
    "deal": deal_stands,
}


def round_stands(round_: Round) -> Iterator[Finding]:
    for law, check in ROUND_CHECKS.items():
        try:
            yield from check(round_)
        except (RuleBroken, LookupError, ValueError, AssertionError) as broken:
            yield Finding(law, _row(round_), f"It cannot be replayed: {broken}")


def offices_stand(session_id: int | None) -> Iterator[Finding]:
    """The bank of every table is its holder's: filled by the holder alone, and given back whole before it passed on."""
    tables = Table.objects.select_related("holder__player", "session", "bank")
    for table in tables if session_id is None else tables.filter(session=session_id):
        yield from _office_stands(table)


def _office_stands(table: Table) -> Iterator[Finding]:
    row, bank = f"table {table.pk}", table.bank_id
    owner, held = table.session.issue_id, 0
    floats = Transfer.objects.filter(payer=bank) | Transfer.objects.filter(payee=bank)
    for moved in floats.order_by("pk").values_list("payer_id", "payee_id", "amount", "reason", "entry__key"):
        payer, payee, amount, reason, key = moved
        other = payer if payee == bank else payee
        if reason == Reason.FLOAT and ":correct:" not in key:
            if held == 0 and payee == bank:
                owner = other
            if other != owner:
                yield Finding("office", row, f"{key} moves the bank of one holder to or from another.")
        held += amount if payee == bank else -amount
    expected = table.holder.player.purse_id if table.holder else table.session.issue_id
    if held and owner != expected:
        yield Finding("office", row, f"The bank is not that of {holder_name(table.holder)}, who holds the office.")
    if held and table.closed_at is not None:
        yield Finding("office", row, f"The table is closed, and {held} are left in its bank.")


def holdings_stand(session_id: int | None) -> Iterator[Finding]:
    """What is out of a table's box is held by seats of a round that is being played, and by nobody after its end. What
    offices held of it is looked at with the pools.
    """
    found = rows(
        """
        SELECT room.id, room.name FROM tables_table room
        JOIN tables_seat seat ON seat.table_id = room.id JOIN ledger_balance held ON held.account_id = seat.holding_id
        WHERE (%(session)s::bigint IS NULL OR room.session_id = %(session)s) AND NOT EXISTS (
            SELECT FROM tables_round round WHERE round.table_id = room.id AND round.phase IN ('open', 'running'))
        GROUP BY room.id HAVING sum(held.amount) <> 0
        """,
        session=session_id,
    )
    for table, name in found:
        yield Finding("holdings", f"table {table}", f"No round is played at {name}, and its box is not full.")


def pools_stand(session_id: int | None) -> Iterator[Finding]:
    """A pool is empty between two moments of a settlement, and a pot unless a round is played for it; so is what deals
    in a unit of the game's own, but for what waits for the next pool.
    """
    found = rows(
        """
        SELECT room.id, beside.role, room.name, held.amount FROM tables_table room
        JOIN tables_tableaccount beside ON beside.table_id = room.id
        JOIN ledger_balance held ON held.account_id = beside.account_id AND held.amount <> 0
        JOIN ledger_account account ON account.id = beside.account_id
        LEFT JOIN ledger_account box ON box.id = room.box_id
        CROSS JOIN LATERAL (SELECT account.unit_id IS NOT DISTINCT FROM box.unit_id AS is_own) unit
        WHERE (%(session)s::bigint IS NULL OR room.session_id = %(session)s) AND (
            beside.role = 'totalisator' AND NOT unit.is_own OR room.closed_at IS NOT NULL
            OR (beside.role = 'pot' OR unit.is_own AND beside.role <> 'carry-over') AND NOT EXISTS (
                SELECT FROM tables_round round WHERE round.table_id = room.id AND round.phase IN ('open', 'running')))
        """,
        session=session_id,
    )
    for table, role, name, held in found:
        yield Finding("pools", f"table {table}", f"{held} are left in the {role} of {name}.")


def accounts_stand(session_id: int | None) -> Iterator[Finding]:
    """What a table has beside its bank is in accounts of its own book that are what it takes them for."""
    found = rows(
        """
        SELECT room.id, beside.role, room.name FROM tables_table room
        JOIN tables_tableaccount beside ON beside.table_id = room.id
        JOIN ledger_account account ON account.id = beside.account_id
        JOIN ledger_account bank ON bank.id = room.bank_id
        LEFT JOIN ledger_account box ON box.id = room.box_id
        WHERE (%(session)s::bigint IS NULL OR room.session_id = %(session)s)
          AND ((account.role, account.book_id) <> (beside.role, bank.book_id)
               OR account.unit_id <> bank.unit_id AND account.unit_id IS DISTINCT FROM box.unit_id)
        """,
        session=session_id,
    )
    for table, role, name in found:
        yield Finding("accounts", f"table {table}", f"The {role} of {name} is another account.")


def moves_stand(session_id: int | None) -> Iterator[Finding]:
    """Moves are numbered from 1 without a gap: none was taken away."""
    found = rows(
        """
        SELECT move.round_id FROM tables_move move
        JOIN tables_round round ON round.id = move.round_id JOIN tables_table ON tables_table.id = round.table_id
        WHERE %(session)s IS NULL OR tables_table.session_id = %(session)s
        GROUP BY move.round_id HAVING max(move.number) <> count(*)
        """,
        session=session_id,
    )
    for (round_id,) in found:
        yield Finding("moves", f"round {round_id}", "A move is missing.")


def tickets_stand(session_id: int | None) -> Iterator[Finding]:
    """Every paper ticket stands for counters on its space, and one that was paid has paid what it was worth."""
    tickets = Ticket.objects.select_related("entry").filter(withdrawn_at=None).order_by("pk")
    promised: Counter[tuple[int, int, str, str]] = Counter()
    for ticket in tickets if session_id is None else tickets.filter(session=session_id):
        space = ticket.round_id, ticket.seat_id, ticket.market, ticket.selection
        promised[space] += ticket.counters
        laid = Stake.objects.filter(round=space[0], seat=space[1], market=space[2], selection=space[3])
        if promised[space] > sum(laid.values_list("counters", flat=True)):
            yield Finding("tickets", f"ticket {ticket.pk}", "It stands for more than lies on its space.")
        elif ticket.paid_at is not None and _handed_over(ticket) not in {worth(ticket), _worth_then(ticket)}:
            yield Finding("tickets", f"ticket {ticket.pk}", "It was paid, and not what it was worth.")


def _worth_then(ticket: Ticket) -> int:
    """What it was worth when it was paid: the round may have been corrected since."""
    round_ = Round.objects.select_related("table", "secret").get(pk=ticket.round_id)
    moves = standing_moves(round_.moves.filter(made_at__lte=ticket.paid_at).order_by("number"))
    try:
        then = replayed(round_, moves)
    except RuleBroken:
        return worth(ticket)  # that the round does not replay is found elsewhere
    if then.game.result(then.state) is None:
        return worth(ticket)
    return returns_of(round_, then)(ticket.market, ticket.selection, ticket.counters)


def _handed_over(ticket: Ticket) -> int:
    paid = Transfer.objects.filter(entry=ticket.entry_id, reason=Reason.CASH_OUT)
    return sum(paid.values_list("amount", flat=True))


# What was paid for counters is their price, which does not change while a session is open.
_SALES = """
    SELECT entry.id FROM ledger_entry entry
    JOIN clubs_session session ON session.book_id = entry.book_id AND session.currency <> ''
    CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount) FILTER (WHERE reason = 'buy-in'), 0) AS sold,
               coalesce(sum(amount) FILTER (WHERE reason = 'sale'), 0) AS paid,
               coalesce(sum(amount) FILTER (WHERE reason = 'cash-out'), 0) AS back,
               coalesce(sum(amount) FILTER (WHERE reason = 'refund'), 0) AS refunded
        FROM ledger_transfer WHERE entry_id = entry.id
    ) moved
    WHERE (%(session)s::bigint IS NULL OR session.id = %(session)s) AND entry.key NOT LIKE 'start:%%'
      AND (paid * session.price_for <> sold * session.price
           OR refunded <> CASE WHEN session.buys_back THEN div(back * session.price, session.price_for) ELSE 0 END)
"""
_COUNTS = """
    SELECT count.id FROM desk_count count
    LEFT JOIN ledger_transfer transfer ON transfer.entry_id = count.entry_id
    WHERE (%(session)s::bigint IS NULL OR count.session_id = %(session)s)
      AND count.counted - count.expected
          <> coalesce(CASE WHEN transfer.payee_id = count.account_id THEN amount ELSE -amount END, 0)
"""


def desk_stands(session_id: int | None) -> Iterator[Finding]:
    """Counters cost their price, and what was found over or short is booked."""
    for (entry,) in rows(_SALES, session=session_id):
        yield Finding("desk", f"entry {entry}", "What was paid is not the price of the counters.")
    for (count,) in rows(_COUNTS, session=session_id):
        yield Finding("desk", f"count {count}", "What is booked is not what was over or short.")


SESSION_CHECKS: dict[str, Callable[[int | None], Iterator[Finding]]] = {
    "stakes": stakes_stand,
    "moves": moves_stand,
    "office": offices_stand,
    "holdings": holdings_stand,
    "pools": pools_stand,
    "accounts": accounts_stand,
    "tickets": tickets_stand,
    "desk": desk_stands,
}


def _row(round_: Round) -> str:
    return f"round {round_.pk}"
