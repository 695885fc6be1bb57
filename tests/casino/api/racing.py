"""A table of the Derby family that is opened over the wire, and what its guests ask there."""

from dataclasses import dataclass, field
from typing import Any

from tests.casino.api.wire import Told, Wire, price_of, stake_body
from tests.casino.cast import player_wire, staff_wire
from tests.casino.room import Room

# Four horses are one step from the post, and two have not moved: 1-5-6 is won by horse 1 alone, 1-2-6 is a dead heat,
# and with 5-6-6 nobody wins.
NEARLY = [15, 15, 15, 15, 1, 1]
ONE_WINS = (1, 5, 6)
DEAD_HEAT = (1, 2, 6)
NOBODY_WINS = (5, 6, 6)
TIMES = {"pace": 0, "staking_time": None, "turn_time": 0, "reveal_time": 0}


@dataclass
class Races:
    """Ada, Bob and Cy sit at every table that is opened; each has 100 counters."""

    room: Room
    olive: Wire = field(init=False)
    guests: dict[str, Wire] = field(init=False)

    def __post_init__(self) -> None:
        self.olive = staff_wire("olive", self.room.session.club)
        self.guests = {name: player_wire(self.room, name) for name in self.room.players}

    def ask_for_table(self, game: str = "derby", *, beside: Any = None, **wish: Any) -> Told:
        options = {"game": game, **wish.pop("options", {})}
        said = {"name": f"A table of {game}", **TIMES, "options": options, "beside": beside, **wish}
        return self.olive.post(f"/sessions/{self.room.session.code}/tables/", said)

    def table(self, game: str = "derby", **wish: Any) -> int:
        told = self.ask_for_table(game, **wish)
        assert told.status == 201, told.body
        for wire in self.guests.values():
            assert wire.post(f"/tables/{told.body['id']}/sit-down/").status == 201
        return int(told.body["id"])

    def open(self, table: int) -> int:
        told = self.olive.post(f"/tables/{table}/rounds/")
        assert told.status == 201, told.body
        return int(told.body["id"])

    def race(self, game: str = "derby", **wish: Any) -> int:
        """An open round at a new table."""
        return self.open(self.table(game, **wish))

    def nearly_over(self, **wish: Any) -> int:
        """One at a hand-dealt table that the next throw may end."""
        options = {"start": NEARLY, **wish.pop("options", {})}
        return self.race(by_hand=True, options=options, **wish)

    def shown(self, round_id: int, who: str = "Ada") -> Any:
        return self.guests[who].get(f"/rounds/{round_id}/").body

    def odds(self, round_id: int, who: str = "Ada") -> Any:
        return self.guests[who].get(f"/rounds/{round_id}/odds/").body

    def pool(self, round_id: int, who: str = "Ada") -> dict[str, tuple[int, str | None]]:
        """By runner: what is staked on it, and what a counter would return."""
        return {each["selection"]: (each["staked"], each["dividend"]) for each in self.odds(round_id, who)["pools"]}

    def price(self, round_id: int, market: str) -> str:
        return price_of(self.guests["Ada"], round_id, market)

    def stake(self, who: str, round_id: int, selection: str, counters: Any, market: str = "totalisator") -> Told:
        said = stake_body(self.guests[who], round_id, selection, counters, market)
        return self.guests[who].post(f"/rounds/{round_id}/stakes/", said)

    def stakes(self, round_id: int, **laid: tuple[str, int]) -> None:
        """In the pool, by name: `Ada=("1", 30)`."""
        for who, (selection, counters) in laid.items():
            assert self.stake(who, round_id, selection, counters).status == 201

    def withdraw(self, who: str, round_id: int, selection: str, counters: int, market: str = "totalisator") -> Told:
        said = {"market": market, "selection": selection, "counters": counters}
        return self.guests[who].post(f"/rounds/{round_id}/stakes/withdraw/", said)

    def move(self, who: str, round_id: int, key: str | None = None, **act: Any) -> Told:
        """As a phone does: with the number of moves it has seen."""
        seen = self.guests[who].get(f"/rounds/{round_id}/moves/").body["number"]
        said = {"number": seen, "move": {"game": "derby", **act}}
        return self.guests[who].post(f"/rounds/{round_id}/moves/", said, key=key)

    def enter(self, round_id: int, *names: str) -> None:
        for name in names:
            told = self.move(name, round_id, enter=True)
            assert told.status == 201, told.body

    def legal(self, who: str, round_id: int) -> list[str]:
        """The names of the acts that are open to somebody."""
        moves = self.guests[who].get(f"/rounds/{round_id}/moves/").body["moves"]
        return [act for move in moves for act in move if act != "game"]

    def off(self, round_id: int) -> Told:
        return self.olive.post(f"/rounds/{round_id}/off/")

    def throw(self, round_id: int, *dice: int) -> None:
        told = self.olive.post(f"/rounds/{round_id}/deal/", {"move": {"game": "derby", "throw": list(dice)}})
        assert told.status == 200, told.body

    def settle(self, round_id: int) -> Any:
        told = self.olive.post(f"/rounds/{round_id}/settle/")
        assert told.status == 200, told.body
        return told.body

    def purse(self, who: str) -> int:
        return int(self.guests[who].get("/me/").body["purse"])

    def statement(self, who: str) -> list[tuple[str, int]]:
        """The newest first: why, and how many."""
        lines = self.guests[who].get("/me/statement/").body["items"]
        return [(line["reason"], line["amount"]) for line in lines]

    def told(self, kind: str) -> list[Any]:
        """The bodies of these events, as a guest hears them."""
        events = self.guests["Ada"].get(f"/sessions/{self.room.session.code}/events/").body["items"]
        return [event["body"] for event in events if event["kind"] == kind]
