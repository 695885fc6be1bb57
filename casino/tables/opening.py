"""Opening and closing tables, and opening the rounds at them."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from casino.clubs.actors import Actor
from casino.clubs.models import Session
from casino.clubs.sessions import own, require_name, require_open
from casino.desk.accounts import Role
from casino.desk.counters import require_counters
from casino.events import telling
from casino.tables import locks, offices, showing
from casino.tables.beside import accounts_of, beside_of, carried_over, given_back, open_accounts, read_beside
from casino.tables.carrying import set_due
from casino.tables.models import Chain, Exposure, Race, Round, Secret, Table
from casino.tables.own_units import open_holdings, swept
from casino.tables.pacing import next_due
from casino.tables.playing import holder_name
from casino.tables.requiring import require_no_round
from casino.tables.sending_robots import send_robots
from games.kit import fair
from games.kit.beside import BOOKMAKER, Beside, Sides
from games.kit.cutting import cut_for, office_draws
from games.kit.errors import RuleBroken
from games.kit.game import Game
from games.kit.offices import HOUSE, Passing
from games.kit.options import bad_option
from games.kit.round import Round as Value
from games.kit.values import canonical, to_json
from games.registry import find_game
from ledger import books, errors, posting

CHAIN = 1000  # rounds; more than a table can play in an evening
A_PLAYER = "player"  # a holder of the office who is not the house
LONGEST = timedelta(hours=1)
MOST_PLACES = 10_000
USUAL_FLOAT = 1000


@transaction.atomic
def open_table(
    *,
    session: Session,
    name: str,
    game: str,
    by: Actor,
    options: Mapping[str, Any] | None = None,
    places: int = 200,
    pace: timedelta = timedelta(seconds=3),
    staking_time: timedelta | None = timedelta(seconds=45),
    turn_time: timedelta = timedelta(seconds=20),
    reveal_time: timedelta = timedelta(seconds=5),
    rest: timedelta | None = None,
    by_hand: bool = False,
    passes_round: bool = False,
    passing: str = Passing.LEFT,
    beside: Any = None,
    least_bank: int = 100,
    house_float: int | None = None,
) -> Table:
    """Put a table into the room. Its bank starts with the house's float, and its seeds are fixed from here on.

    Where somebody pays fixed odds a float is usual; where nobody does, or not in counters, there is nothing to pay.
    `beside` are the terms of a totalisator or a bookmaker; one that is not the game's own gets the same float.
    """
    session = own(session.pk)  # or it could be closed before this table can be seen
    require_open(session)
    rules = find_game(game)
    require_dealer(rules, by_hand=by_hand)
    chosen, terms = _chosen(rules, options, passes_round=passes_round), read_beside(beside)
    state = rules.start(rules.read_options(chosen), ())
    require_offices(rules, state, terms, passes_round=passes_round)
    if house_float is None:
        house_float = usual_float(rules, state, terms)
    optional = [time for time in (staking_time, rest) if time is not None]
    _check_numbers(places, least_bank, house_float, [pace, turn_time, reveal_time, *optional])
    table = Table(
        session=session,
        name=require_name(name),
        game=rules.slug,
        options=chosen,
        places=places,
        pace=pace,
        staking_time=staking_time,
        turn_time=turn_time,
        reveal_time=reveal_time,
        rest=rest,
        by_hand=by_hand,
        passes_round=passes_round,
        passing=require_passing(passing),
        beside=to_json(terms),
        least_bank=least_bank,
        house_float=house_float,
    )
    _place(table, rules.office)
    open_accounts(table, rules, state, terms)
    _tell_of(table, new_chain(table), by=by)
    if house_float:
        offices.post_float(table, house_float, [table.bank_id, *_beside_bank(table)])
    return table


def _beside_bank(table: Table) -> list[int]:
    """The bookmaker's account, if it is not the table's own bank."""
    return [account for role, account in accounts_of(table.pk).items() if role == Role.BOOKMAKER]


def _chosen(rules: Game[Any], options: object, *, passes_round: bool) -> dict[str, Any]:
    """What is usual for the game, and what was chosen instead."""
    for name in rules.set_by_rules:
        if name in _object(options, "options"):
            raise bad_option(name, "left out; it is set by the game")
    return {**rules.usual_options(A_PLAYER if passes_round else HOUSE), **_object(options, "options")}


def require_dealer(rules: Game[Any], *, by_hand: bool) -> None:
    """A croupier who types in what was dealt has seen it."""
    if by_hand and rules.deals_hands and not rules.hands_typed:
        raise RuleBroken("hidden_hands", "Hands are nobody else's to see in this game, so the house deals them.")


def require_offices(rules: Game[Any], state: Any, beside: Beside, *, passes_round: bool) -> None:
    """Only races have somebody beside them, whose prices can be made, and only an office that pays can be passed on."""
    Sides.opened(beside, rules, state)
    if passes_round and not _own_office_pays(rules, state, beside):
        raise RuleBroken("no_office", "Nobody pays fixed odds in counters here: there is no office to pass round.")


def _own_office_pays(rules: Game[Any], state: Any, beside: Beside) -> bool:
    books = beside.bookmaker is not None and rules.office == BOOKMAKER
    return rules.unit(state) is None and (bool(rules.markets(state)) or books)


def usual_float(rules: Game[Any], state: Any, beside: Beside) -> int:
    return USUAL_FLOAT if _own_office_pays(rules, state, beside) or beside.bookmaker else 0


def require_passing(passing: object) -> str:
    if passing not in Table.Passing.values:
        raise RuleBroken("bad_passing", "An office passes in one of these ways: %(known)s.", known=", ".join(Passing))
    return str(passing)


def _place(table: Table, office: str) -> None:
    """Open its bank and save it. In a session no two tables have the same name."""
    session = table.session
    assert session.book_id is not None
    assert session.issue is not None
    try:
        with transaction.atomic():
            table.bank = books.open_account(
                book=session.book_id, unit=session.issue.unit_id, role=Role(office), code=f"{office}:{table.name}"
            )
            table.save()
    except (IntegrityError, errors.CodeTaken):
        raise RuleBroken("table_exists", "There is a table %(table)s already.", table=table.name) from None


def _tell_of(table: Table, chain: Chain, *, by: Actor) -> None:
    telling.tell(
        table.session_id,
        "table_opened",
        table=table.pk,
        by=by,
        name=table.name,
        game=table.game,
        chain=chain.name,
        anchor=chain.anchor,
    )


def new_chain(table: Table) -> Chain:
    """A chain of seeds, made backwards from one that nobody can guess. Its anchor is published."""
    number = table.chains.count() + 1
    chain = Chain(table=table, number=number, last=secrets.token_hex(32), length=CHAIN)
    chain.anchor = fair.chain(chain.name, chain.last, CHAIN)[0]
    chain.save()
    return chain


@transaction.atomic
def close_table(table_id: int, *, by: Actor) -> Table:
    """Take a table out of the room. Whoever holds the office takes the bank back."""
    table = locks.own_table(table_id)
    require_no_round(table)
    table.rounds.update(due_at=None)
    back = [*offices.bank_back(table), *given_back(table), *swept(table)]
    table.holder, table.closed_at = None, timezone.now()
    table.seats.filter(left_at=None).update(left_at=table.closed_at)
    table.save()
    telling.tell(table.session_id, "table_closed", table=table.pk, by=by)
    if back:
        posting.post(book=table.book_id, key=f"table:{table.pk}:close", transfers=back)
    return table


@transaction.atomic
def open_round(table_id: int, *, by: Actor) -> Round:
    """Open the next round: pass the office on if its term is over, take the next seed, and let stakes come."""
    table = locks.own_table(table_id)
    require_no_round(table)
    table.rounds.filter(due_at__isnull=False).update(due_at=None)  # the round before need not open another
    chain, number = _next_number(table)
    seed = _seed(chain, number)
    passed = offices.pass_if_due(table, office_draws_of(chain, number, seed), by=by)
    sitting = list(table.seats.filter(left_at=None).order_by("place").values_list("pk", "player__nickname"))
    seats = tuple(name for _, name in sitting)
    game = find_game(table.game)
    holder = holder_name(table.holder)
    value = Value.open(
        game,
        game.read_options(table.options),
        seats,
        holder=holder,
        beside=beside_of(table),
        carried=carried_over(table),
    )
    round_ = Round.objects.create(
        table=table,
        chain=chain,
        number=number,
        options=table.options,
        seats=list(seats),
        seat_ids=[seat for seat, _ in sitting],
        holder=table.holder,
        office=holder,
        term=table.term,
        sides=to_json(value.sides),
        cut=passed.cut,
        by_hand=table.by_hand,
    )
    round_.secret = Secret.objects.create(round=round_, state=to_json(value.state), seed=seed)
    open_holdings(table, game, value.state)
    write_exposures(round_, value)
    set_due(round_, next_due(round_, value))
    round_.save()
    table.save()
    race = _take_race(round_)
    telling.tell(
        table.session_id,
        "round_opened",
        table=table.pk,
        round_=round_.pk,
        by=by,
        number=number,
        chain=chain.name,
        anchor=chain.anchor,
        race=showing.race_as_json(race),
        cut=passed.cut,
        **showing.public(round_, value),
    )
    if passed.transfers:
        posting.post(book=table.book_id, key=f"table:{table.pk}:office:{table.term}", transfers=passed.transfers)
    send_robots(round_, value)
    return round_


def _take_race(round_: Round) -> Race | None:
    """The next line of the table's programme, if there is one left. Who owns the table owns its programme."""
    race = round_.table.races.filter(round=None).order_by("place", "pk").first()
    if race is not None:
        race.round = round_
        race.save(update_fields=["round"])
    return race


def write_exposures(round_: Round, value: Value) -> None:
    """A row for each office that pays fixed odds. It starts at nothing, whatever the odds will be."""
    for office in dict.fromkeys([value.game.office, *value.sides.offices]):
        nothing = to_json(value.exposure(office).liabilities)
        Exposure.objects.create(round=round_, office=office, liabilities=nothing)


def _next_number(table: Table) -> tuple[Chain, int]:
    chain = table.chains.order_by("-number")[0]
    number = chain.rounds.count() + 1
    return (chain, number) if number <= chain.length else (new_chain(table), 1)


def _seed(chain: Chain, number: int) -> str:
    return fair.chain(chain.name, chain.last, chain.length - number)[0]


def office_draws_of(chain: Chain, number: int, seed: str) -> offices.Draw:
    """How those who want the office of this round cut for it."""
    return lambda names: cut_for(names, office_draws(seed, chain.name, number, names))


def _object(said: object, where: str) -> dict[str, Any]:
    """What was said, as it can be stored. What is in it, the game reads."""
    if said is None:
        return {}
    try:
        storable = b"\\u0000" not in canonical(said)
    except (AssertionError, ValueError, RecursionError):  # no JSON, or half a letter
        storable = False
    if not isinstance(said, Mapping) or not storable:
        raise RuleBroken("bad_option", "%(where)s should be %(wanted)s.", where=where, wanted="an object")
    return dict(said)


def _check_numbers(places: int, least_bank: int, house_float: int, times: Sequence[object]) -> None:
    if type(places) is not int or not 1 <= places <= MOST_PLACES:
        raise RuleBroken("bad_places", "A table has 1 to %(most)s places.", most=MOST_PLACES)
    require_counters(least_bank)
    if house_float != 0:
        require_counters(house_float)
    for time in times:
        require_time(time)


def require_time(time: object) -> timedelta:
    if not isinstance(time, timedelta) or not timedelta() <= time <= LONGEST:
        raise RuleBroken("bad_time", "Times at a table are from nothing to an hour.")
    return time
