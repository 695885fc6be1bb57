"""Nobody waits for ever: acts of every kind, at random, and two that once waited for each other."""

from contextlib import suppress

from casino.clubs.actors import HOUSE
from casino.tables.seating import sit_down, stand_up
from games.kit.errors import RuleBroken
from tests.casino.room import Room
from tests.threads import together


def test_a_player_who_comes_back_on_one_device_stakes_on_another(room: Room) -> None:
    """Sitting down changes an open round; whoever stakes has the round first and then the seat, and so must this."""
    round_, ada = room.open(), room.players["Ada"]

    def act(number: int) -> None:
        for _ in range(20):
            with suppress(RuleBroken):
                if number % 2:
                    room.stake(round_, "Ada", "minoru", 1)
                    room.withdraw(round_, "Ada", "minoru", 1)
                else:
                    stand_up(room.table.pk, player=ada, by=HOUSE)
                    sit_down(room.table.pk, player=ada, by=HOUSE)

    assert together(act) == []
