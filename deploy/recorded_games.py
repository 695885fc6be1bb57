"""Short evenings of the other games, as `make fixtures` records them: what can happen in each of them, once.

What can happen around a game is recorded with Minoru.
"""

from collections.abc import Sequence
from typing import Any

from casino.clubs.actors import guest
from casino.clubs.models import Player, Session
from casino.clubs.sessions import make_session, open_session
from casino.demo import AS_FAST_AS_IT_GOES
from casino.tables.dealing import deal_by_hand
from casino.tables.models import Round
from casino.tables.moving import make_move
from casino.tables.offices import offer_bank
from casino.tables.opening import open_round, open_table
from casino.tables.playing import value_of, waiting
from casino.tables.seating import sit_down
from casino.tables.settling import settle_round
from casino.tables.starting import call_the_off
from casino.tables.ticking import tick
from deploy.recorded_people import come, live, run, stake, the_club
from games.kit.game import Move, written
from games.musical_casino.moves import Build, Chord, Match, Pair, Trail

Stakes = Sequence[tuple[str, str, int]]  # market, selection, counters


def double_event() -> Session:
    evening = Evening("RECDOUBLE")
    evening.race("double-event", [("win", "knave", 2), ("placed", "hearts", 3)])
    return evening.session


def horses() -> Session:
    """They cut for the Bookie's office; Bob, or whoever does not have it, backs a horse in every way."""
    evening = Evening("RECHORSES")
    evening.race(
        "horses",
        [("win", "clubs", 1), ("place", "hearts", 2), ("show", "spades", 3), ("colour", "red", 4)],
        passes_round=True,
        passing="cut",
    )
    return evening.session


def roulette() -> Session:
    """One turn against the bank, then a game for points in which both reach the target with the same card."""
    evening = Evening("RECWHEEL")
    evening.race("roulette", [("number", "17", 1), ("run", "31-36", 2), ("dozen", "2", 3)])
    points = {"mode": "points", "target": 20}
    round_ = evening.open("roulette", "Roulette for points", by_hand=True, options=points)
    for spaces, card in (
        ((("colour", "red"), ("parity", "odd")), "19"),
        ((("colour", "red"), ("parity", "odd")), "21"),
        ((("colour", "red"), ("parity", "even")), "1"),
    ):
        evening.mark(round_, spaces, first=card == "19")
        deal_by_hand(round_.pk, move={"turn": card}, by=evening.olive)
    settle_round(round_.pk, by=evening.olive)
    return evening.session


def derby() -> Session:
    """A race for a pot with a totalisator and a bookmaker, one in which a total is called, and one of donkeys."""
    evening = Evening("RECDERBY")
    _for_a_pot(evening)
    _over_hurdles(evening)
    _of_donkeys(evening)
    return evening.session


def _for_a_pot(evening: "Evening") -> None:
    """Bob enters, thinks better of it, and enters again; Ada throws."""
    ada, bob = evening.guests
    beside = {"totalisator": {"unbacked": "carry-over"}, "bookmaker": {}}
    round_ = evening.open("derby", "Derby", options={"players": 2, "ante": 10}, beside=beside)
    for player, act in ((ada, "enter"), (bob, "enter"), (bob, "scratch"), (bob, "enter")):
        evening.move(round_, player, {act: True})
    for horse in range(1, 7):  # whichever wins, there is a dividend
        stake(round_, ada if horse % 2 else bob, str(horse), horse, "totalisator")
    stake(round_, bob, "3", 2, "bookmaker")
    call_the_off(round_.pk, by=evening.olive)
    evening.move(round_, ada, {"shake": True})
    run(round_)


def _over_hurdles(evening: "Evening") -> None:
    """Horse 1 stands in front of a hurdle, and 6-6-1 is thirteen; horse 2 then wins with a doublet."""
    ada, bob = evening.guests
    options = {"variant": "myopia", "players": 2, "calls": "claim", "start": [5, 15, 1, 1, 1, 1]}
    round_ = evening.open("derby", "Myopia", by_hand=True, options=options)
    for player in (ada, bob):
        evening.move(round_, player, {"enter": True})
    deal_by_hand(round_.pk, move={"throw": [6, 6, 1]}, by=evening.olive)
    evening.move(round_, ada, {"call": {"horse": 1, "total": 13}})
    deal_by_hand(round_.pk, move={"throw": [2, 2, 4]}, by=evening.olive)
    settle_round(round_.pk, by=evening.olive)


def _of_donkeys(evening: "Evening") -> None:
    """Nobody owns them. Horse 1 comes home, so that 6 is the last."""
    options = {"donkey": True, "start": [15, 16, 16, 16, 16, 1]}
    round_ = evening.open("derby", "Donkeys", by_hand=True, options=options)
    deal_by_hand(round_.pk, move={"throw": [1, 2, 3]}, by=evening.olive)
    settle_round(round_.pk, by=evening.olive)


def musical_casino() -> Session:
    """One deal for a pot. Bob enters, thinks better of it, and enters again, and the clock decides for him; Ada does
    whatever has not been done yet, if she can.
    """
    evening = Evening("RECMUSIC")
    ada, bob = evening.guests
    options = {"players": 2, "ante": 10, "target": 1}
    round_ = evening.open("musical-casino", "Musical Casino", options=options)
    for player, act in ((ada, "enter"), (bob, "enter"), (bob, "scratch"), (bob, "enter")):
        evening.move(round_, player, {act: True})
    call_the_off(round_.pk, by=evening.olive)
    left = [Build, Chord, Match, Pair, Trail]
    while live(round_):
        value = value_of(round_)
        if waiting(value) == [ada.nickname]:
            legal = [move for move in value.legal(ada.nickname) if isinstance(move, Move)]
            move = next((move for kind in left for move in legal if isinstance(move, kind)), legal[0])
            left = [kind for kind in left if not isinstance(move, kind)]
            evening.move(round_, ada, {name: fact for name, fact in written(move).items() if name != "seat"})
        else:
            tick(round_.pk, round_.step)
    return evening.session


class Evening:
    """Ada and Bob, and perhaps others, at one table after another."""

    def __init__(self, code: str, *others: str) -> None:
        club, self.olive = the_club()
        draft = make_session(club=club, name="A recorded evening", code=code, by=self.olive)
        self.session = open_session(draft.pk, by=self.olive)
        self.guests = [come(self.session, name, self.olive) for name in ("Ada", "Bob", *others)]

    def open(self, game: str, name: str, **options: Any) -> Round:
        """A table with all of them, and its first round."""
        table = open_table(
            session=self.session, name=name, game=game, by=self.olive, **{**AS_FAST_AS_IT_GOES, **options}
        )
        for player in self.guests:
            sit_down(table.pk, player=player, by=guest(player))
            if table.passes_round:
                offer_bank(table.pk, player=player, counters=200, by=guest(player))
        return open_round(table.pk, by=self.olive)

    def race(self, game: str, stakes: Stakes, **options: Any) -> None:
        """One round from the stakes to the end, dealt by the house."""
        round_ = self.open(game, game.capitalize(), **options)
        (player, *_) = [each for each in self.guests if each.nickname != round_.office]
        for market, selection, counters in stakes:
            stake(round_, player, selection, counters, market)
        call_the_off(round_.pk, by=self.olive)
        run(round_)

    def mark(self, round_: Round, spaces: Sequence[tuple[str, str]], *, first: bool) -> None:
        """Ada and Bob lay all their markers, each on one space. At first Ada changes her mind."""
        for player, (market, selection) in zip(self.guests, spaces, strict=True):
            if first and player is self.guests[0]:
                self.move(round_, player, {"mark": {"market": "dozen", "selection": "1", "markers": 3}})
                self.move(round_, player, {"clear": True})
            self.move(round_, player, {"mark": {"market": market, "selection": selection, "markers": 10}})

    def move(self, round_: Round, player: Player, move: dict[str, Any]) -> None:
        make_move(round_.pk, player=player, move=move, by=guest(player))
