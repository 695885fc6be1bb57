"""A round with an edition of a club's own carries it in its state: it is read once, and is the same each time."""

from typing import Any

from games.kit.values import to_json
from games.registry import GAMES
from tests.games.ascot.positions import EDITION

GAME = GAMES["ascot"]


def kept(**changes: Any) -> Any:
    """A state as a table would keep it."""
    edition = {**to_json(EDITION), "name": "of-our-own", **changes}
    return to_json(GAME.start(GAME.read_options({"edition": edition}), ("Ada", "Bob")))


def test_a_state_with_an_edition_of_its_own_comes_back_as_it_was() -> None:
    assert to_json(GAME.read_state(kept())) == kept()


def test_the_edition_is_read_once_for_all_states_of_a_round() -> None:
    first, second = (GAME.read_state(kept()) for _ in range(2))
    assert first.options.edition is second.options.edition


def test_another_edition_of_the_same_name_is_another() -> None:
    first, second = GAME.read_state(kept()), GAME.read_state(kept(bets_per_horse=EDITION.bets_per_horse - 1))
    assert first.options.edition.bets_per_horse - 1 == second.options.edition.bets_per_horse
