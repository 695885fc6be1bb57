"""Planning the tables of a session while it is a draft, and putting them into the room once it is open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from inspect import signature
from typing import Any

from django.db import IntegrityError, transaction

from casino.clubs.actors import Actor
from casino.clubs.models import Session
from casino.clubs.sessions import own, require_name
from casino.desk.counters import require_counters
from casino.events import telling
from casino.tables.beside import read_beside
from casino.tables.models import PlannedTable, Table
from casino.tables.opening import (
    A_PLAYER,
    LONGEST,
    MOST_PLACES,
    open_table,
    require_dealer,
    require_offices,
    require_passing,
)
from casino.tables.programme import Line, checked, write_races
from games.kit.errors import RuleBroken
from games.kit.offices import HOUSE
from games.registry import find_game
from ledger.errors import LedgerError

USUAL = {name: parameter.default for name, parameter in signature(open_table).parameters.items()}
TIMES = ("pace", "staking_time", "turn_time", "reveal_time", "rest")
SETTINGS = tuple(name for name in USUAL if name not in {"session", "name", "game", "by"})
MOST_TABLES = 50


@dataclass(frozen=True)
class NotPut:
    """A planned table that is not in the room, and why."""

    table: str
    refused: RuleBroken | LedgerError


@transaction.atomic
def plan_table(
    *, session: Session, name: str, game: str, by: Actor, programme: Sequence[Line] = (), **settings: Any
) -> PlannedTable:
    """Write down what `open_table` will be told. What the game would refuse then is refused now."""
    session = _draft(session.pk)
    if session.planned_tables.count() >= MOST_TABLES:
        raise RuleBroken("too_many_tables", "A session has at most %(most)s planned tables.", most=MOST_TABLES)
    planned = PlannedTable(session=session)
    return _write(planned, name=name, game=game, by=by, programme=programme, settings=settings)


@transaction.atomic
def change_plan(
    plan_id: int, *, name: str, game: str, by: Actor, programme: Sequence[Line] = (), **settings: Any
) -> PlannedTable:
    planned = _own_plan(plan_id)
    return _write(planned, name=name, game=game, by=by, programme=programme, settings=settings)


@transaction.atomic
def drop_plan(plan_id: int, *, by: Actor) -> None:
    planned = _own_plan(plan_id)
    planned.delete()
    telling.tell(planned.session_id, "plan_dropped", telling.STAFF, by=by, name=planned.name)


def put_tables_into_the_room(session: Session, *, by: Actor) -> list[NotPut]:
    """Open every planned table that is not there yet, each in a database transaction of its own: it may post once."""
    refused = []
    for plan_id, name in list(waiting_plans(session).values_list("pk", "name")):
        try:
            _put(plan_id, by=by)
        except (RuleBroken, LedgerError) as why:
            refused.append(NotPut(name, why))
    return refused


def waiting_plans(session: Session) -> Any:
    return PlannedTable.objects.filter(session=session, table=None).order_by("pk")


@transaction.atomic
def _put(plan_id: int, *, by: Actor) -> Table | None:
    """Whoever does the same at the same moment waits for the session, and finds the table there."""
    own(PlannedTable.objects.values_list("session_id", flat=True).get(pk=plan_id))
    planned = PlannedTable.objects.select_related("session").get(pk=plan_id)
    if planned.table_id is not None:
        return None
    table = open_table(session=planned.session, name=planned.name, game=planned.game, by=by, **told(planned.settings))
    planned.table = table
    planned.save(update_fields=["table"])
    planned.races.update(planned=None, table=table)
    return table


def told(settings: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept as JSON, as `open_table` is told it."""
    known = {name: settings[name] for name in SETTINGS if name in settings}
    return {name: _time(value) if name in TIMES else value for name, value in known.items()}


def kept(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The other way round: times are seconds."""
    return {
        name: value.total_seconds() if isinstance(value, timedelta) else value
        for name, value in settings.items()
        if value != USUAL[name]
    }


def chosen_options(game: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """What the first round of such a table starts from."""
    holder = A_PLAYER if settings.get("passes_round") else HOUSE
    return {**find_game(game).usual_options(holder), **(settings.get("options") or {})}


def settings_of(table: Table) -> dict[str, Any]:
    """Of a table in the room, as if it had been planned."""
    settings = {name: getattr(table, name) for name in SETTINGS}
    return kept({**settings, "beside": {name: terms for name, terms in table.beside.items() if terms} or None})


def _time(seconds: Any) -> Any:
    return timedelta(seconds=seconds) if isinstance(seconds, int | float) else seconds


def _own_plan(plan_id: int) -> PlannedTable:
    """The plan as it is once its session is owned: somebody may have dropped it, or opened the session."""
    sessions = PlannedTable.objects.filter(pk=plan_id).values_list("session_id", flat=True)
    for session_id in sessions:
        session = _draft(session_id)
        for planned in PlannedTable.objects.filter(pk=plan_id):
            planned.session = session
            return planned
    raise RuleBroken("unknown_plan", "There is no such planned table.")


def _draft(session_id: int) -> Session:
    session = own(session_id)
    if session.state != Session.State.DRAFT:
        raise RuleBroken("session_not_draft", "%(session)s was opened before.", session=session.name)
    return session


def _write(
    planned: PlannedTable, *, name: str, game: str, by: Actor, programme: Sequence[Line], settings: dict[str, Any]
) -> PlannedTable:
    _check(game, settings)
    races = checked(programme)
    planned.name, planned.game, planned.settings = require_name(name), game, kept(settings)
    try:
        with transaction.atomic():
            planned.save()
    except IntegrityError:
        raise RuleBroken("table_exists", "There is a table %(table)s already.", table=name) from None
    planned.races.all().delete()
    write_races(races, of=planned)
    telling.tell(planned.session_id, "table_planned", telling.STAFF, by=by, name=name, game=game)
    return planned


def _check(game: str, settings: Mapping[str, Any]) -> None:
    rules = find_game(game)
    require_dealer(rules, by_hand=bool(settings.get("by_hand")))
    options = settings.get("options") or {}
    if not isinstance(options, Mapping):
        raise RuleBroken("bad_option", "%(where)s should be %(wanted)s.", where="options", wanted="an object")
    state = rules.start(rules.read_options(chosen_options(game, settings)), ())
    require_offices(rules, state, read_beside(settings.get("beside")), passes_round=bool(settings.get("passes_round")))
    said = {**USUAL, **settings}
    if type(said["places"]) is not int or not 1 <= said["places"] <= MOST_PLACES:
        raise RuleBroken("bad_places", "A table has 1 to %(most)s places.", most=MOST_PLACES)
    require_passing(said["passing"])
    require_counters(said["least_bank"])
    if said["house_float"] not in {None, 0}:
        require_counters(said["house_float"])
    for name in TIMES:
        if said[name] is not None and not timedelta() <= said[name] <= LONGEST:
            raise RuleBroken("bad_time", "Times at a table are from nothing to an hour.")
