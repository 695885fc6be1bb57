"""A stake on a page: tap a space, choose counters, look at it once more, confirm; and take it back before the off."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from casino.api.callers import Caller, Standing
from casino.api.me import stake_json
from casino.tables.naming import space_name
from casino.tables.seating import sit_down
from casino.tables.staking import place_stake, withdraw_stake
from casino.web.acting import do_once, fresh_key
from casino.web.at_table import AtTable, round_for
from casino.web.boards import Space
from casino.web.guests import while_it_lasts
from casino.web.odds import Line, odds_of
from casino.web.reading import number_or_text, whole
from games.kit.counters import COLOURS
from games.kit.errors import RuleBroken
from games.kit.markets import Market
from ledger import balances


@dataclass(frozen=True)
class Panel:
    """The stake that is being chosen. With a `key` it is to be confirmed."""

    at: AtTable
    space: Space
    counters: int
    accepted: int
    key: str
    price: str
    odds: Line | None  # if its chance was asked for

    @property
    def name(self) -> str:
        return self.space.full_name

    @property
    def adding(self) -> list[tuple[str, int, str]]:
        """A chip of each colour, and where it leads."""
        return [
            (colour, worth, self._address(counters=self.counters + worth))
            for colour, worth in COLOURS.items()
            if self.counters + worth <= self.accepted
        ]

    @property
    def cleared(self) -> str:
        return self._address()

    @property
    def with_chance(self) -> str:
        return self._address(counters=self.counters, chance=1)

    @property
    def returns(self) -> int | None:
        """What comes back if it wins, where that is fixed."""
        assert self.at.value is not None
        offer = next((each for each in self.at.value.offers if each.name == self.space.market), None)
        if not isinstance(offer, Market):
            return None
        odds = offer.space(self.space.selection).odds
        total = self.space.laid + self.counters
        return total + total * odds.winnings // odds.per

    def _address(self, **more: int) -> str:
        asked = {"stake": f"{self.space.market}/{self.space.selection}", **more}
        return f"{self.at.address}?{urlencode(asked)}#panel"


def panel_of(at: AtTable, asked: QueryDict) -> Panel | None:
    """For the space that the address names, if it can be backed now."""
    market, _, selection = asked.get("stake", "").partition("/")
    space = at.spaces.get((market, selection))
    if space is None or not at.takes_stakes:
        return None
    odds = odds_of(at, at.guest, Standing.PLAYER)
    accepted = _accepted(at, odds.accepted.get((market, selection), 0) if odds and at.name else None)
    counters = min(whole(asked.get("counters")) or 0, accepted)
    price = next((offer.price for offer in at.value.offers if offer.name == market), "") if at.value else ""
    key = fresh_key() if "review" in asked and counters else ""
    line = odds.line(market, selection) if odds and "chance" in asked else None
    return Panel(at, space, counters, accepted, key, price, line)


def _accepted(at: AtTable, room: int | None) -> int:
    """How many more would be taken now. Who does not sit there yet is told what the purse has."""
    purse = balances.balance(at.player.purse_id) if at.player else 0
    return purse if room is None else min(purse, room)


@require_POST
@while_it_lasts
def stake(request: HttpRequest, guest: Caller, round_id: int) -> HttpResponse:
    """Confirmed. Who does not sit at the table yet is seated first: the cloth is for everybody."""
    round_ = round_for(guest, round_id)
    at, said = AtTable(round_.table, guest, round_), _said(request)

    def act() -> tuple[int, Any]:
        made = place_stake(round_id, player=guest.player, by=guest.actor, price=request.POST.get("price", ""), **said)
        return 201, stake_json(made)

    if not at.seat:
        with suppress(RuleBroken):  # why not, the stake says
            sit_down(round_.table_id, player=guest.player, by=guest.actor)
    sentence = _told(at, gettext("Staked: %(counters)s on %(space)s."), said)
    return do_once(request, guest, act, said=sentence, then=at.address)


@require_POST
@while_it_lasts
def withdraw(request: HttpRequest, guest: Caller, round_id: int) -> HttpResponse:
    round_ = round_for(guest, round_id)
    at, said = AtTable(round_.table, guest, round_), _said(request)

    def act() -> tuple[int, Any]:
        return 200, stake_json(withdraw_stake(round_id, player=guest.player, by=guest.actor, **said))

    sentence = _told(at, gettext("Back in your purse: %(counters)s from %(space)s."), said)
    return do_once(request, guest, act, said=sentence, then=at.address)


def _said(request: HttpRequest) -> dict[str, Any]:
    """A stake as it was sent. A number that is none is for the rules to refuse."""
    return {
        "market": request.POST.get("market", "")[:40],
        "selection": request.POST.get("selection", "")[:40],
        "counters": number_or_text(request.POST.get("counters")),
    }


def _told(at: AtTable, sentence: str, said: dict[str, Any]) -> str:
    return sentence % {"counters": said["counters"], "space": space_name(at.game, said["market"], said["selection"])}
