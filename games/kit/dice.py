"""Dice, as somebody threw them."""

from collections.abc import Sequence

from games.kit.errors import RuleBroken

FACES = 6


def checked(dice: Sequence[object], *, count: int, faces: int = FACES) -> tuple[int, ...]:
    """These dice, if there are `count` of them and each shows a whole number from 1 to `faces`."""
    if len(dice) != count:
        raise RuleBroken("wrong_dice", "%(count)s dice are thrown, not %(thrown)s.", count=count, thrown=len(dice))
    shown = tuple(die for die in dice if type(die) is int and 1 <= die <= faces)
    if len(shown) != count:
        raise RuleBroken("wrong_dice", "A die shows a whole number from 1 to %(faces)s.", faces=faces)
    return shown
