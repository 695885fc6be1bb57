"""What it costs to settle a round with very many stakes, and what its ledger takes for as many transfers alone."""

import time
from typing import Any

from django.db import transaction

from bench.ledger.crew import fresh_keys
from bench.ledger.house import vacuum
from bench.tables.room import course, invite, open_evening, put_table
from casino.clubs.actors import HOUSE
from casino.desk.accounts import Reason
from casino.tables.models import Round, Seat, Stake, Table
from casino.tables.opening import open_round
from casino.tables.playing import value_of
from casino.tables.settling import settle_round
from casino.tables.starting import call_the_off
from casino.tables.ticking import tick
from games.minoru.course import Horse
from ledger.posting import Transfer, post

_players: list[tuple[int, int]] = []  # purse and stakes; rows in memory would be work for Python's collector
_tables: list[Table] = []
_keys = fresh_keys()


def fill_room(stakes: int, beside: dict[str, Any] | None = None) -> None:
    session = open_evening()
    guests = invite(session, stakes)
    _players.extend((player.purse_id, player.stakes_account_id) for player in guests)
    # Short races: what is dealt costs nothing beside the stakes, and every one that is settled has to be run before.
    _tables.append(put_table(session, "Minoru", guests, options={"course": course(2)}, beside=beside))
    vacuum()


def seconds_to_settle(round_id: int) -> float:
    started = time.perf_counter()
    settled = settle_round(round_id, by=HOUSE)
    passed = time.perf_counter() - started
    assert settled.settlement is not None
    assert settled.settlement.size >= len(_players)
    return passed


def seconds_to_post() -> float:
    """As many transfers as there were stakes, and such as a settlement has: lost to the bank; returned, and won."""
    bank = _tables[0].bank
    transfers: list[Transfer] = []
    for number, (purse, stakes) in enumerate(_players):
        if number % len(Horse):
            transfers.append(Transfer(stakes, bank.pk, 1, Reason.LOST))
        else:
            transfers.append(Transfer(stakes, purse, 1, Reason.RETURNED))
            transfers.append(Transfer(bank.pk, purse, 1, Reason.WINNINGS))
    del transfers[len(_players) :]
    started = time.perf_counter()
    post(book=bank.book_id, key=next(_keys), transfers=transfers)
    return time.perf_counter() - started


def finish_round(market: str = "win") -> int:
    """A round that everybody has staked on, run to its end and not settled yet."""
    round_ = open_round(_tables[0].pk, by=HOUSE)
    _stake_all(round_, market)
    call_the_off(round_.pk, by=HOUSE)
    while True:
        round_ = Round.objects.select_related("table", "secret", "holder").get(pk=round_.pk)
        value = value_of(round_)
        if value.game.result(value.state) is not None:
            return round_.pk
        assert tick(round_.pk, round_.step)


@transaction.atomic
def _stake_all(round_: Round, market: str) -> None:
    seats = Seat.objects.filter(table=round_.table_id).order_by("place")
    horses = list(Horse)
    Stake.objects.bulk_create(
        Stake(round=round_, seat=seat, market=market, selection=horses[number % len(horses)], counters=3)
        for number, seat in enumerate(seats)
    )
    laid = [Transfer(purse, stakes, 3, Reason.STAKE) for purse, stakes in _players]
    post(book=round_.table.book_id, key=f"round:{round_.pk}:stake", transfers=laid)
