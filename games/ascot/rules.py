"""Ascot: horses and businesses are dealt and sold, trained at a cost, and run in a race of six lanes, where players win
the bank's prizes and the totalisator's. The owner of the first horse wins the game, and may win a pot.

The numbered rules are in README.md. A game as it stands is in state.py; each phase has modules of its own, which
parts.py puts together.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from games.ascot import deal, odds, playing, prizes, robots, simulation, told
from games.ascot.edition import Edition
from games.ascot.flow import Flow
from games.ascot.moves import (
    Accept,
    AcceptPlace,
    Agree,
    Assign,
    Bet,
    Bid,
    Colour,
    Deal,
    Decline,
    Discard,
    Exchange,
    Favourite,
    ForcedOffer,
    Hazard,
    Inscription,
    JoinClub,
    Lane,
    MemberReport,
    NoBet,
    NoObjection,
    Object,
    Offer,
    Pass,
    Propose,
    ProposePlace,
    Ready,
    RefusePlace,
    Release,
    Report,
    ReportHorse,
    Roll,
    ScratchHorse,
    Throw,
    ThrowStart,
    WithdrawOffer,
)
from games.ascot.options import Options
from games.ascot.pending import Drawing, Rolling
from games.ascot.state import Phase, State
from games.ascot.view import View, blanked, view
from games.kit.catalogue import Catalogue
from games.kit.courses import find_course
from games.kit.entering import Enter, Entered, Entries, Scratch, Scratched
from games.kit.errors import RuleBroken
from games.kit.game import Cards, Dice, Figure, Game, Legal, Move, Result, Step
from games.kit.offices import CARRY_OVER, HOUSE, OFFICES
from games.kit.payments import Payment
from games.kit.simulation import Randomness, Simulated
from games.kit.values import from_json

FRANCS = "FRF"


class Ascot(Game[State]):
    slug = "ascot"
    title = "Ascot"
    deals_hands = True
    hands_typed = True  # for a club that owns the board: who deals there does not play
    set_by_rules = ("carried",)
    unit_offices = (*OFFICES, "escrow", CARRY_OVER)
    before_the_off = (Enter, Scratch)
    options_type = Options
    state_type = State
    view_type = View
    edition_type = Edition
    move_types = (
        *(Deal, Roll, Report, Enter, Scratch, Propose, Agree, Exchange, Discard, Bid, Pass),
        *(Throw, MemberReport, JoinClub, ReportHorse, ForcedOffer, Offer, Accept, Decline, WithdrawOffer),
        *(Ready, Release, ScratchHorse, Favourite, Bet, NoBet, ProposePlace, AcceptPlace, RefusePlace),
        *(ThrowStart, Assign, Lane, Colour, Inscription, Hazard, Object, NoObjection),
    )
    editions: Mapping[str, Edition]
    happening_types = (Entered, Scratched, *told.HAPPENINGS)

    def __init__(self, editions: Mapping[str, Edition], catalogue: Catalogue) -> None:
        self.editions = editions
        self.catalogue = catalogue

    def start(self, options: Options, seats: tuple[str, ...], holder: str = HOUSE) -> State:  # noqa: ARG002 - the banker is a player
        find_course(self.editions, options.edition)
        return State(options, seats, Entries.opened(options.players, options.ante, seats))

    def usual_options(self, holder: str) -> dict[str, Any]:  # noqa: ARG002 - whoever holds it
        return {"players": 4}

    def variants(self) -> tuple[dict[str, Any], ...]:
        return tuple({"edition": name} for name in self.editions)

    def play(self, state: State, move: Move) -> Step[State]:
        if isinstance(move, Enter | Scratch):
            step = state.entries.play(move, begun=state.phase is not Phase.ENTERING)
            return Step(replace(state, entries=step.state), step.happenings, step.payments)
        return playing.play(self._flow(state), move).step

    def result(self, state: State) -> Result | None:
        return Result("over", prizes.finish(state)) if state.phase is Phase.FINISHED else None

    def view(self, state: State, seat: str | None) -> View:
        return view(self._edition(state), state, seat)

    def moves(self, state: State, seat: str) -> tuple[Legal, ...]:
        if state.phase is Phase.ENTERING:
            return tuple(state.entries.legal(seat, state.seats))
        return tuple(playing.legal(self._flow(state), seat))

    def automatic(self, state: State, seat: str) -> Move | None:
        if state.phase is Phase.ENTERING or seat not in playing.deciders(state):
            return None
        return robots.choose(self._flow(blanked(state, seat)), seat)

    def eager(self, state: State, seat: str) -> Move | None:
        if state.phase is Phase.ENTERING:
            return next((move for move in state.entries.legal(seat, state.seats) if isinstance(move, Enter)), None)
        return robots.eager(self._flow(blanked(state, seat)), seat) if seat in state.names else None

    def unready(self, state: State) -> RuleBroken | None:
        return deal.unready(state)

    def chance(self, state: State) -> Cards | Dice | None:
        return playing.chance(self._flow(state))

    def hurried(self, state: State) -> bool:
        """Whoever throws, or takes a report, sees at once what came of it."""
        return isinstance(state.task, Rolling | Drawing)

    def next_options(self, options: Mapping[str, Any], state: State) -> Mapping[str, Any]:
        """D4: the deal passes on from one game to the next. Z-7: what nobody has won may wait for the next, too."""
        if state.phase is not Phase.FINISHED or state.dealer is None:
            return options
        dealer = (state.names.index(state.dealer) + 1) % len(state.names) + 1
        return {**options, "dealer": dealer, "carried": state.carried}

    def pot(self, state: State) -> bool:
        return bool(state.entries.ante)

    def unit(self, state: State) -> str | None:  # noqa: ARG002 - always
        return FRANCS

    def clearing(self, state: State) -> tuple[Payment, ...]:
        return prizes.clearing(state)

    def sweep(self, state: State) -> tuple[Payment, ...]:
        return prizes.sweep(state)

    def figures(self, state: State) -> tuple[Figure, ...]:
        """What is known exactly before the deal."""
        if state.phase is not Phase.ENTERING:
            return ()
        edition, players = self._edition(state), odds.players_of(state)
        return (
            Figure(
                "auctioneer", "Chance that a player is dealt the auctioneer", odds.dealt(edition, players), chance=True
            ),
            Figure(
                "card", "Chance of a player to be dealt a certain card", odds.certain(edition, players), chance=True
            ),
        )

    def about(self, state: State) -> tuple[str, ...]:
        edition = self._edition(state)
        return (f"{edition.title.en}. {edition.about.en}",)

    def simulate(self, state: State, rounds: int, randomness: Randomness) -> Simulated:
        return simulation.simulate(self._edition(state), odds.players_of(state), rounds, randomness)

    def read_state(self, data: Any) -> State:
        """An edition of a club's own comes with every state of its round, and is read and checked once."""
        edition = data["options"]["edition"]
        if isinstance(edition, str):
            return super().read_state(data)
        named = super().read_state({**data, "options": {**data["options"], "edition": ""}})
        return replace(named, options=replace(named.options, edition=_kept(json.dumps(edition, sort_keys=True))))

    def _edition(self, state: State) -> Edition:
        return find_course(self.editions, state.options.edition)

    def _flow(self, state: State) -> Flow:
        return Flow(self._edition(state), state)


@lru_cache(maxsize=32)
def _kept(text: str) -> Edition:
    edition: Edition = from_json(Edition, json.loads(text))
    return edition
