"""The Derby family: dice are thrown, and each moves the horse of its number one space. The first horse on the last of
sixteen spaces wins, in a donkey race the last one. Players own the horses and may race for a pot; anybody may back them
with a totalisator or a bookmaker.

The numbered rules are in README.md. A race as it stands is in race.py.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any, Literal, Protocol

from games.derby import simulation
from games.derby.course import SPACES, Course, Finish, Jump
from games.derby.moves import (
    Call,
    Called,
    Home,
    Jumped,
    Moved,
    Shake,
    Shaken,
    Throw,
    Thrown,
    Won,
)
from games.derby.prospect import Prospect
from games.derby.race import RUNNING, Calls, Horse, Race, Variant, field_of
from games.kit.catalogue import Catalogue
from games.kit.courses import MOST_COUNTERS
from games.kit.entering import Enter, Entered, Entries, Scratch, Scratched
from games.kit.errors import RuleBroken
from games.kit.game import Dice, Figure, Game, Move, Result, Step
from games.kit.odds import Shares
from games.kit.offices import HOUSE
from games.kit.options import bad_option, check_ante, check_limits
from games.kit.payments import Payment
from games.kit.simulation import Randomness, Simulated

HORSES = 6
LIMITS = {"ante": (0, MOST_COUNTERS), "race": (1, MOST_COUNTERS)}


class Foresight(Protocol):
    """Whoever knows what a position is worth."""

    def of(self, course: Course, donkey: bool, positions: tuple[int, ...]) -> Prospect: ...  # noqa: FBT001


@dataclass(frozen=True)
class Options:
    """`players` are places for owners that seats enter for; without it all who sit there own. `start` is where the
    horses stand, for scripts; `race` counts the races of an evening.
    """

    variant: Variant = Variant.DERBY_DAY
    donkey: bool = False
    players: int | None = None
    ante: int = 0
    calls: Calls = "auto"
    overshoot: Literal["stay", "clip"] = "stay"
    myopia_finish: Literal["american", "english"] = "american"
    start: tuple[int, ...] | None = None
    race: int = 1

    def __post_init__(self) -> None:
        check_limits(self, LIMITS)
        check_ante(self.players, self.ante)
        if self.players is not None:
            _check_owners(self.players)
        if self.myopia_finish == "english" and self.variant is not Variant.MYOPIA:
            raise bad_option("myopia_finish", "american in every race but Myopia")
        if self.calls == "claim" and (self.donkey or self.variant is not Variant.MYOPIA):
            raise RuleBroken("no_claim", "Totals are called in Myopia only, and never in a donkey race.")

    def race_on(self, course: Course) -> Course:
        """This course, with what the options change of it."""
        finish = Finish.EXACT if self.myopia_finish == "english" else course.finish
        return replace(course, finish=finish, clips=self.overshoot == "clip")

    def places_among(self, seats: tuple[str, ...]) -> int:
        """How many owners the race is for."""
        if self.players is not None:
            return self.players
        if seats:
            _check_owners(len(seats))
        return len(seats)

    def positions_for(self, places: int) -> tuple[int, ...]:
        """Where the horses stand before the first throw."""
        usual = RUNNING.get(places, HORSES)
        start = (1,) * usual if self.start is None else self.start
        sizes = {usual} if places else set(RUNNING.values())
        if len(start) not in sizes or not all(1 <= at <= SPACES for at in start):
            raise RuleBroken(
                "bad_start",
                "There is one space from 1 to %(spaces)s for each horse that runs, and %(horses)s of them run.",
                spaces=SPACES,
                horses=usual,
            )
        home = start.count(SPACES)
        if home >= (len(start) - 1 if self.donkey else 1):
            raise RuleBroken("bad_start", "A race cannot start from where it is over.")
        return start


@dataclass(frozen=True)
class View:
    """What everybody sees. `places` are those still free, where owners enter; `dice` are those of the last throw, and
    `rights` the horses that may be called after it.
    """

    course: Course
    variant: Variant
    donkey: bool
    calls: Calls
    race: int
    horses: tuple[Horse, ...]
    positions: tuple[int, ...]
    thrower: str | None
    shaken: bool
    throws: int
    dice: tuple[int, ...]
    rights: tuple[int, ...]
    winners: tuple[str, ...]
    ante: int
    places: int | None


class Derby(Game[Race]):
    slug = "derby"
    title = "The Derby family"
    office = "bookmaker"
    acts_together = True
    before_the_off = (Enter, Scratch)
    options_type = Options
    state_type = Race
    view_type = View
    move_types = (Throw, Enter, Scratch, Shake, Call)
    happening_types = (Entered, Scratched, Shaken, Thrown, Moved, Jumped, Called, Home, Won)

    def __init__(self, courses: Mapping[str, Course], catalogue: Catalogue, prospects: Foresight) -> None:
        self.courses = courses
        self.catalogue = catalogue
        self.prospects = prospects

    def start(self, options: Options, seats: tuple[str, ...], holder: str = HOUSE) -> Race:  # noqa: ARG002 - no market is the game's own
        places = options.places_among(seats)
        return Race(
            course=options.race_on(self.courses[options.variant]),
            variant=options.variant,
            donkey=options.donkey,
            calls=options.calls,
            race=options.race,
            seats=seats,
            entries=Entries.opened(options.players, options.ante, seats),
            positions=options.positions_for(places),
        )

    def usual_options(self, holder: str) -> dict[str, Any]:  # noqa: ARG002 - whoever holds it
        return {"players": HORSES}

    def variants(self) -> tuple[dict[str, Any], ...]:
        return tuple({"variant": name, **more} for name in self.courses for more in ({}, {"donkey": True}))

    def play(self, state: Race, move: Move) -> Step[Race]:
        return state.play(move)

    def result(self, state: Race) -> Result | None:
        if not state.over:
            return None
        winners = tuple(map(str, state.winners))
        return Result("=".join(winners), (winners,))

    def view(self, state: Race, seat: str | None) -> View:  # noqa: ARG002 - nothing is hidden in this game
        return View(
            course=state.course,
            variant=state.variant,
            donkey=state.donkey,
            calls=state.calls,
            race=state.race,
            horses=field_of(state),
            positions=state.positions,
            thrower=state.thrower,
            shaken=state.shaken,
            throws=state.throws,
            dice=state.dice,
            rights=state.rights,
            winners=tuple(map(str, state.winners)),
            ante=state.entries.ante,
            places=state.entries.left if state.entries.by_entry else None,
        )

    def moves(self, state: Race, seat: str) -> tuple[Move, ...]:
        return state.legal(seat)

    def eager(self, state: Race, seat: str) -> Move | None:
        return state.eager(seat)

    def unready(self, state: Race) -> RuleBroken | None:
        return state.unready()

    def given_up(self, state: Race) -> tuple[Move, ...]:
        return tuple(Scratch(seat=owner) for owner in state.owners)

    def unfit(self, state: Race) -> RuleBroken | None:
        """F7: an owner who does not call would win what was staked on the others."""
        if state.calls == "auto":
            return None
        return RuleBroken("owners_decide", "Where owners call the totals themselves, nobody can be backed.")

    def chance(self, state: Race) -> Dice | None:
        if state.over or state.unready():
            return None
        return Dice(f"throw {state.throws + 1}", state.course.dice, becomes=Throw)

    def hurried(self, state: Race) -> bool:
        """F2: no thrower takes a call from an owner by being quick."""
        return state.shaken and not state.rights

    def next_options(self, options: Mapping[str, Any], state: Race) -> dict[str, Any]:
        """After the last race that can be counted comes the first."""
        others = {name: value for name, value in options.items() if name != "start"}
        return {**others, "race": state.race % LIMITS["race"][1] + 1}

    def takes_stakes(self, state: Race) -> bool:
        return not state.throws

    def outcomes(self, state: Race) -> tuple[str, ...]:
        if state.over:
            return ("=".join(map(str, state.winners)),)
        return tuple(
            "=".join(map(str, together))
            for size in range(1, state.course.dead_heat + 1)
            for together in combinations(state.unfinished, size)
        )

    def places(self, outcome: str) -> tuple[str, ...]:
        return tuple(outcome.split("="))

    def winners(self, outcome: str) -> tuple[str, ...]:
        return self.places(outcome)

    def runners(self, state: Race) -> tuple[str, ...]:
        return tuple(map(str, state.horses))

    def shares(self, state: Race) -> Shares:
        if state.over:
            part = Fraction(1, len(state.winners))
            return Shares({str(horse): part if horse in state.winners else Fraction() for horse in state.horses})
        prospect = self._prospect(state)
        return Shares(dict(zip(self.runners(state), prospect.shares, strict=True)), prospect.error)

    def outcome_chances(self, state: Race) -> dict[str, Fraction]:
        """Where no dead heat can be, what a win is worth; where horses are alike, by their number alone."""
        if state.over:
            return dict.fromkeys(self.outcomes(state), Fraction(1))
        prospect = self._prospect(state)
        if prospect.error is not None:
            return {}
        if state.course.dead_heat == 1:
            return {str(horse): prospect.shares[horse - 1] for horse in state.unfinished}
        alike = state.course.jump is not Jump.TOTAL and len(set(state.positions)) == 1
        return self._alike(state, prospect) if alike else {}

    def _alike(self, state: Race, prospect: Prospect) -> dict[str, Fraction]:
        """All sets of as many horses have the same chance."""
        sizes = range(2, state.course.dead_heat + 1)
        together = dict(zip(sizes, prospect.dead_heats, strict=False))
        together[1] = 1 - sum(together.values(), Fraction())
        return {
            outcome: together[size] / comb(len(state.horses), size)
            for outcome in self.outcomes(state)
            for size in [len(self.winners(outcome))]
        }

    def figures(self, state: Race) -> tuple[Figure, ...]:
        """What is known exactly of a race before its first throw."""
        if state.throws or (prospect := self._prospect(state)).error is not None:
            return ()
        throws = Figure("throws", "Throws until the race is over, on average", prospect.throws)
        if state.course.dead_heat == 1:
            return (throws,)
        return throws, Figure("dead_heat", "Chance of a dead heat", sum(prospect.dead_heats, Fraction()), chance=True)

    def pot(self, state: Race) -> bool:
        return bool(state.entries.ante)

    def clearing(self, state: Race) -> tuple[Payment, ...]:
        return state.clearing()

    def about(self, state: Race) -> tuple[str, ...]:
        course, origin = state.course, state.course.provenance
        return (
            f"{course.name}. {course.about}",
            *_varied(state),
            f"Where it comes from: tracks {origin.tracks}, rules {origin.rules}.",
        )

    def simulate(self, state: Race, rounds: int, randomness: Randomness) -> Simulated:
        found = simulation.simulate(state.course, state.positions, rounds, randomness, last_wins=state.donkey)
        known = [figure.name for figure in self.figures(state)]
        return replace(
            found,
            outcomes={outcome: found.outcomes.get(outcome, 0) for outcome in self.outcomes(state)},
            sums={name: found.sums[name] for name in known},
        )

    def _prospect(self, state: Race) -> Prospect:
        return self.prospects.of(state.course, state.donkey, state.positions)


def _varied(state: Race) -> Iterator[str]:
    """What is otherwise than the course says."""
    if state.donkey:
        yield "A donkey race: the last horse home wins."
    if state.course.clips:
        yield "A horse takes what it needs of a throw that goes past the post."
    if state.variant is Variant.MYOPIA and state.course.finish is Finish.EXACT:
        yield "It is won by exact count, as Derby Day."
    if state.calls == "claim":
        yield "Owners call the totals themselves."


def _check_owners(owners: int) -> None:
    if owners not in RUNNING:
        raise RuleBroken("wrong_players", "Two to six players own the horses, not %(owners)s.", owners=owners)
