"""A table as one guest sees it now: the round, their seat in it, the cloth with their counters, what they may do."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext

from casino.api.callers import Caller
from casino.api.odds import pool_now
from casino.api.rounds import seat_in
from casino.clock import when
from casino.clubs.models import Player, Session
from casino.tables.boards import Board, board_of, finish_of, has_office
from casino.tables.catalogue import game_title
from casino.tables.models import Round, Seat, Table
from casino.tables.naming import office_holder, space_name
from casino.tables.playing import value_of, waiting
from casino.tables.showing import dividends_of, race_of, returns_of
from casino.tables.wording import returns_words
from casino.web import boards
from casino.web.boards import Space
from casino.web.moves import Offered, offered
from games.kit.counters import in_colours
from games.kit.game import Game
from games.kit.round import Round as Value
from games.registry import find_game


@dataclass(frozen=True)
class OwnStake:
    """Counters of the guest's on a space; what they came to, once the round is over."""

    market: str
    selection: str
    name: str
    counters: int
    returned: int | None

    @property
    def pieces(self) -> dict[str, int]:
        return in_colours(self.counters)


class AtTable:
    """What a page asks of a table. Nothing is looked up before it is asked for."""

    def __init__(
        self, table: Table, guest: Caller | None = None, round_: Round | None = None, *, unfolded: bool = False
    ) -> None:
        self.table, self.guest, self.unfolded = table, guest, unfolded
        self._round = round_

    @property
    def player(self) -> Player | None:
        return self.guest.player if self.guest else None

    @cached_property
    def game(self) -> Game[Any]:
        return find_game(self.table.game)

    @property
    def title(self) -> str:
        return game_title(self.game, self.table.options)

    @cached_property
    def round(self) -> Round | None:
        """The one that is being played, else the last that was."""
        if self._round:
            return self._round
        rounds = self.table.rounds.select_related("table__session", "secret", "chain", "race")
        return rounds.order_by("-pk").first()

    @cached_property
    def value(self) -> Value | None:
        return value_of(self.round) if self.round else None

    @cached_property
    def seat(self) -> Seat | None:
        """Where the guest sits at the table now."""
        return self.table.seats.filter(player=self.player, left_at=None).first() if self.player else None

    @cached_property
    def name(self) -> str | None:
        """The guest's in this round."""
        return seat_in(self.round, self.guest) if self.round else None

    @property
    def is_open(self) -> bool:
        return bool(self.round and self.round.phase == Round.Phase.OPEN)

    @property
    def is_running(self) -> bool:
        return bool(self.round and self.round.phase == Round.Phase.RUNNING)

    @property
    def is_live(self) -> bool:
        return bool(self.round and self.round.live)

    @property
    def takes_stakes(self) -> bool:
        return bool(
            self.is_open and self.value and self.value.offers and self.value.game.takes_stakes(self.value.state)
        )

    @cached_property
    def stakes(self) -> list[OwnStake]:
        if not self.round or not self.player or not self.value:
            return []
        rows = self.round.stakes.filter(seat__player=self.player, counters__gt=0).order_by("pk")
        returns = None if self.round.live else returns_of(self.round, self.value)
        return [
            OwnStake(
                row.market,
                row.selection,
                space_name(self.game, row.market, row.selection),
                row.counters,
                returns(row.market, row.selection, row.counters) if returns else None,
            )
            for row in rows
        ]

    @cached_property
    def spaces(self) -> dict[tuple[str, str], Space]:
        if not self.value:
            return {}
        laid = {(stake.market, stake.selection): stake.counters for stake in self.stakes}
        pooled = self._dividends()
        return {
            where: replace(
                space,
                pays=pooled.get(where, space.pays),
                laid=laid.get(where, 0),
                href=self.stake_address(*where) if self.takes_stakes else "",
            )
            for where, space in boards.spaces_of(self.game, self.value.offers).items()
        }

    def _dividends(self) -> dict[tuple[str, str], str]:
        """What a counter on each runner in a pool would come back as now, where that may be told."""
        assert self.round is not None
        assert self.value is not None
        if self.is_open and self.table.session.hide_odds:
            return {}
        return {
            (row["market"], row["selection"]): _returned(row["dividend"]) for row in pool_now(self.round, self.value)
        }

    @property
    def address(self) -> str:
        return reverse("play-table", args=[self.table.pk])

    def stake_address(self, market: str, selection: str) -> str:
        return f"{self.address}?{urlencode({'stake': f'{market}/{selection}'})}#panel"

    @cached_property
    def view(self) -> Any:
        """What the guest may see; what everybody may, where they do not sit in the round."""
        assert self.value is not None
        return self.value.game.view(self.value.state, self.name)

    @cached_property
    def cloth(self) -> str:
        return boards.upright(self.game, self.view, self.spaces, folded=not self.unfolded) if self.value else ""

    @property
    def folds(self) -> bool:
        """Whether there is more of the cloth than everybody needs."""
        return bool(self.value and boards.drawn(self.game, self.view).fold)

    @cached_property
    def beside(self) -> list[tuple[str, list[Space]]]:
        return boards.elsewhere(self.game, self.view, self.spaces) if self.value else []

    @cached_property
    def wide(self) -> str:
        return boards.wide(self.game, self.view) if self.value else ""

    @cached_property
    def in_words(self) -> Board | None:
        return board_of(self.round) if self.round else None

    @cached_property
    def line(self) -> str:
        """What a speaker would say."""
        if not self.value or not self.round:
            return ""
        if self.round.phase == Round.Phase.VOID:
            return gettext("The round is void: %(reason)s") % {"reason": self.round.void_reason}
        return boards.line(self.game, self.value.game.view(self.value.state, None))

    @property
    def phase(self) -> str:
        if not self.round:
            return gettext("No round has been played yet")
        if self.round.paused_at:
            return gettext("Paused")
        if self.is_open:
            return gettext("Stakes are open") if self.takes_stakes else gettext("About to begin")
        return {
            Round.Phase.RUNNING: gettext("Running"),
            Round.Phase.SETTLED: gettext("Over"),
            Round.Phase.VOID: gettext("Void"),
        }[Round.Phase(self.round.phase)]

    @property
    def until(self) -> str | None:
        """When staking closes, the next thing happens or the next round opens by itself."""
        return when(self.round.due_at) if self.round and self.round.due_at and not self.round.paused_at else None

    @property
    def race(self) -> Any:
        return race_of(self.round) if self.round else None

    @property
    def finish(self) -> str:
        return finish_of(self.round) if self.round and self.round.phase == Round.Phase.SETTLED else ""

    @cached_property
    def dividends(self) -> dict[str, Any] | None:
        if not self.round or not self.value or self.round.phase != Round.Phase.SETTLED:
            return None
        return dividends_of(self.round, self.value)

    @property
    def waits_for(self) -> list[str]:
        return waiting(self.value) if self.value and self.is_live else []

    @property
    def my_turn(self) -> bool:
        return bool(self.seat and self.name in self.waits_for)

    @property
    def office(self) -> str:
        """Who holds it, where anybody does."""
        if not self.round or not self.value or not has_office(self.round, self.value):
            return ""
        return office_holder(self.round.office)

    @cached_property
    def moves(self) -> list[Offered]:
        """What the guest may do in the round now."""
        return offered(self) if self.is_live and self.name and self.value else []

    @property
    def can_sit(self) -> bool:
        return bool(self.player and not self.seat and self.table.closed_at is None)

    @property
    def made(self) -> int:
        return self.round.moves.count() if self.round else 0

    @property
    def stylesheets(self) -> list[str]:
        return boards.stylesheets(self.table.game)


def _returned(dividend: str | None) -> str:
    return returns_words(Fraction(dividend)) if dividend else gettext("nobody yet")


def table_for(guest: Caller, table_id: int) -> Table:
    """A table of the guest's own session."""
    assert guest.device is not None
    return table_in(guest.device.session, table_id)


def table_in(session: Session, table_id: int) -> Table:
    found = (
        Table.objects.select_related("session", "holder__player", "bank").filter(session=session, pk=table_id).first()
    )
    if found is None:
        raise Http404
    return found


def round_for(guest: Caller, round_id: int) -> Round:
    """A round of the guest's own session."""
    assert guest.device is not None
    rounds = Round.objects.select_related(
        "table__session", "table__holder__player", "table__bank", "secret", "chain", "race"
    )
    found = rounds.filter(pk=round_id, table__session=guest.device.session).first()
    if found is None:
        raise Http404
    return found


def tables_of(session: Session, guest: Caller | None = None) -> list[AtTable]:
    """Those in the room, in the order they were put there."""
    tables = session.tables.select_related("session", "holder__player", "bank").filter(closed_at=None).order_by("pk")
    return [AtTable(table, guest) for table in tables]
