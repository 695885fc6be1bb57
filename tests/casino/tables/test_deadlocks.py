"""Nobody waits for ever: acts of every kind at random, and two that could have waited for each other."""

import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Sum

from casino.clubs.actors import HOUSE
from casino.clubs.models import Player
from casino.desk.counters import buy_in, cash_out
from casino.events.reading import events_after
from casino.tables.fairness import commit_entropy
from casino.tables.models import Round, Stake, Table, Ticket
from casino.tables.moving import make_move
from casino.tables.offices import offer_bank, pass_office, take_office, top_up_bank
from casino.tables.opening import open_round
from casino.tables.pausing import pause_round, resume_round
from casino.tables.requiring import LIVE
from casino.tables.seating import sit_down, stand_up
from casino.tables.staking import place_stake, withdraw_stake
from casino.tables.starting import call_the_off
from casino.tables.tasks import overdue
from casino.tables.tickets import pay_ticket, sell_ticket, withdraw_ticket
from casino.tables.ticking import tick
from casino.tables.voiding import void_round
from games.kit.errors import RuleBroken
from ledger import balances
from ledger.errors import LedgerError
from tests.casino.room import Room
from tests.casino.tables.races import HORSES
from tests.ledger.verified import findings
from tests.threads import THREADS, together

ACTS = 80  # by each thread


def test_a_player_who_comes_back_on_one_device_stakes_on_another(room: Room) -> None:
    """Sitting down changes an open round; whoever stakes has the round first and then the seat, and so must this."""
    round_, ada = room.open(), room.players["Ada"]

    def act(number: int) -> None:
        for _ in range(10):
            with suppress(RuleBroken):
                if number % 2:
                    room.stake(round_, "Ada", "minoru", 1)
                    room.withdraw(round_, "Ada", "minoru", 1)
                else:
                    stand_up(room.table.pk, player=ada, by=HOUSE)
                    sit_down(room.table.pk, player=ada, by=HOUSE)

    assert together(act) == []
    assert findings() == []


class Evening:
    """One thread of an evening: whatever anybody may do, at any of the tables, as it comes."""

    def __init__(self, room: Room, tables: list[Table], seed: int) -> None:
        self.room, self.tables = room, tables
        self.chance = random.Random(seed)
        self.done = Counter[str]()
        self.acts: dict[Callable[[], object], int] = {
            self.stake: 16,
            self.withdraw: 6,
            self.promise: 2,
            self.tick: 14,
            self.open_round: 4,
            self.call_the_off: 2,
            self.void: 1,
            self.pause: 1,
            self.resume: 3,
            self.sit_down: 4,
            self.stand_up: 2,
            self.offer: 2,
            self.take_office: 4,
            self.pass_office: 2,
            self.decide: 2,
            self.top_up: 1,
            self.buy_in: 1,
            self.cash_out: 1,
            self.sell_ticket: 3,
            self.withdraw_ticket: 1,
            self.pay_ticket: 2,
            self.read: 1,
            self.watch: 1,
        }

    def spend(self) -> None:
        for act in self.chance.choices(list(self.acts), list(self.acts.values()), k=ACTS):
            try:
                act()
                self.done[act.__name__] += 1
            except (RuleBroken, LedgerError) as refused:
                self.done[f"{act.__name__} {refused.code}"] += 1

    @property
    def player(self) -> Player:
        return self.chance.choice(list(self.room.players.values()))

    @property
    def table(self) -> int:
        return self.chance.choice(self.tables).pk

    @property
    def round(self) -> Round:
        rounds = list(Round.objects.filter(phase__in=LIVE).order_by("pk"))
        return self.chance.choice(rounds or [open_round(self.table, by=HOUSE)])

    @property
    def open(self) -> int:
        """A round that takes stakes, if there is one; it may not when they come."""
        rounds = list(Round.objects.filter(phase=Round.Phase.OPEN).order_by("pk"))
        return self.chance.choice(rounds or [self.round]).pk

    @property
    def stakes(self) -> dict[str, Any]:
        market, selections = self.chance.choice([("win", HORSES), ("win", HORSES), ("colour", ("blue", "red"))])
        selection = self.chance.choice(selections)
        return {"player": self.player, "market": market, "selection": selection, "counters": self.chance.randint(1, 3)}

    @property
    def ticket(self) -> int:
        return self.chance.randint(1, Ticket.objects.count() + 1)

    def stake(self) -> None:
        place_stake(self.open, **self.stakes, by=HOUSE)

    def withdraw(self) -> None:
        laid = list(Stake.objects.filter(counters__gt=0, round__phase="open").select_related("seat__player"))
        if laid:
            stake = self.chance.choice(laid)
            withdraw_stake(
                stake.round_id,
                player=stake.seat.player,
                market=stake.market,
                selection=stake.selection,
                counters=1,
                by=HOUSE,
            )

    def promise(self) -> None:
        commit_entropy(self.open, player=self.player, commitment="0a" * 32, by=HOUSE)

    def tick(self) -> None:
        """Also of a round that is over: then the next is opened."""
        due = list(Round.objects.filter(due_at__isnull=False).order_by("pk"))
        if due:
            round_ = self.chance.choice(due)
            tick(round_.pk, round_.step)

    def open_round(self) -> None:
        open_round(self.table, by=HOUSE)

    def call_the_off(self) -> None:
        call_the_off(self.round.pk, by=HOUSE)

    def void(self) -> None:
        void_round(self.round.pk, reason="misdeal", by=HOUSE)

    def pause(self) -> None:
        pause_round(self.round.pk, by=HOUSE)

    def resume(self) -> None:
        resume_round(self.round.pk, by=HOUSE)

    def sit_down(self) -> None:
        sit_down(self.table, player=self.player, by=HOUSE)

    def stand_up(self) -> None:
        stand_up(self.table, player=self.player, by=HOUSE)

    def offer(self) -> None:
        counters = self.chance.choice([None, 30, 60])
        offer_bank(self.table, player=self.player, counters=counters, by=HOUSE)

    def take_office(self) -> None:
        take_office(self.table, player=self.player, counters=30, by=HOUSE)

    def pass_office(self) -> None:
        pass_office(self.table, by=HOUSE)

    def decide(self) -> None:
        round_ = self.round
        player = round_.holder.player if round_.holder else self.player
        make_move(round_.pk, player=player, move={"joker": self.chance.random() < 0.5}, by=HOUSE)

    def top_up(self) -> None:
        top_up_bank(self.table, counters=3, by=HOUSE)

    def buy_in(self) -> None:
        buy_in(player=self.player, counters=20, by=HOUSE)

    def cash_out(self) -> None:
        cash_out(player=self.player, counters=self.chance.choice([None, 5]), by=HOUSE)

    def sell_ticket(self) -> None:
        sell_ticket(self.open, **self.stakes, by=HOUSE, in_hand=self.chance.random() < 0.5)

    def withdraw_ticket(self) -> None:
        withdraw_ticket(session_id=self.room.session.pk, number=self.ticket, by=HOUSE)

    def pay_ticket(self) -> None:
        pay_ticket(session_id=self.room.session.pk, number=self.ticket, by=HOUSE)

    def read(self) -> None:
        events_after(self.room.session.pk, 0)

    def watch(self) -> None:
        overdue()


@pytest.fixture
def evening(own_database: str) -> tuple[Room, list[Table]]:
    """Six players between three tables: one of the house, one whose office passes round, one that goes on by itself."""
    room = Room(counters=dict.fromkeys(["Ada", "Bob", "Cy", "Dot", "Eve", "Flo"], 150), seat=False)
    tables = [
        room.table,
        room.put_table("Minoru 2", passes_round=True, least_bank=30, house_float=60, options={}),
        room.put_table(
            "Minoru 3",
            places=5,
            staking_time=timedelta(),
            rest=timedelta(),
            passes_round=True,
        ),
    ]
    for table in tables:
        for player in list(room.players.values())[:5]:
            sit_down(table.pk, player=player, by=HOUSE)
    return room, tables


def test_an_evening_of_everything_at_once(evening: tuple[Room, list[Table]]) -> None:
    """Whatever is refused is refused in words: nobody meets a deadlock, or a constraint of the database."""
    room, tables = evening
    evenings = [Evening(room, tables, seed) for seed in range(THREADS)]
    assert together(lambda number: evenings[number].spend()) == []
    done = sum((one.done for one in evenings), Counter())
    print(done)
    assert {"stake", "withdraw", "tick", "open_round", "void", "sit_down", "sell_ticket"} <= set(done)
    for player in room.players.values():
        laid = Stake.objects.filter(seat__player=player, round__phase__in=LIVE).aggregate(sum=Sum("counters"))["sum"]
        assert balances.balance(player.stakes_account_id) == (laid or 0)
    assert sum(room.held().values()) == 0
    assert findings() == []
