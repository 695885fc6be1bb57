"""Cards and dice as a croupier types them, one deal or throw to a line: `QS 10H`, `3 5`."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext, ngettext

from casino.tables.models import Round
from casino.tables.playing import game_of, is_possible, moves_of, unplayed
from games.kit.errors import RuleBroken
from games.kit.game import Cards, Dice, written

LONGEST_NUMBER = 9  # digits; no die has more, and Python reads no number of thousands
MOST_NAMED = 30  # cards; a whole pack of playing cards is known to everybody


def typed_move(wanted: Cards | Dice | None, text: str) -> dict[str, Any]:
    """As a move, whatever it is that the game draws now. What is wrong with the cards, the rules say."""
    if wanted is None:
        raise RuleBroken("nothing_to_deal", "Nothing is to be dealt now.")
    fell: list[Any] = text.upper().replace(",", " ").split()
    if isinstance(wanted, Cards):  # however their letters are typed
        written_as = {str(card).upper(): str(card) for card in wanted.pack}
        fell = [written_as.get(each, each) for each in fell]
        return written((wanted.typed or wanted.becomes)(tuple(fell)))
    fell = [int(each) if each.isdecimal() and len(each) <= LONGEST_NUMBER else each for each in fell]
    return written(wanted.becomes(tuple(fell)))


def asked_for(wanted: Cards | Dice | None) -> str:
    """What a croupier has to type now, in a line of words; nothing where that is plain."""
    if wanted is None:
        return ""
    if isinstance(wanted, Dice):
        return ngettext("%(count)s die.", "%(count)s dice, with blanks between.", wanted.count) % {
            "count": wanted.count
        }
    known = " ".join(map(str, wanted.pack))
    if wanted.typed is not None:
        return gettext(
            "All %(count)s cards as they lie there, with blanks between: hand by hand in the order of play, then those "
            "that are nobody's, the top card first. They are: %(cards)s."
        ) % {"count": wanted.count, "cards": known}
    if wanted.count == 1 and len(wanted.pack) <= MOST_NAMED:
        return gettext("One of these: %(cards)s.") % {"cards": known}
    return ""


def as_lines(round_: Round) -> str:
    """The cards and throws of a round that is over, as they would be typed."""
    game = game_of(round_)  # which knows the order of what belongs together; a database does not keep it
    fell = [written(game.read_move(move)) for move in moves_of(round_) if "seat" not in move]
    return "\n".join(" ".join(map(str, _leaves(move))) for move in fell)


def typed_moves(round_: Round, text: str) -> list[Any]:
    """All moves of the round if these were its cards. What players decided stands, after as many cards as before; what
    they could not decide with these cards, they did not.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    value, moves = unplayed(round_), list[Any]()
    for decided in _decisions(round_, len(lines)):
        if decided is not None and not is_possible(value, decided):
            continue
        move = decided if decided is not None else typed_move(value.game.chance(value.state), lines.pop(0))
        value = value.play(value.game.read_move(move))
        moves.append(move)
    return moves


def _decisions(round_: Round, lines: int) -> Iterator[Any]:
    """The decisions of the round in their places, and nothing for each line between them."""
    for move in moves_of(round_):
        if "seat" in move:
            yield move
        elif lines:
            lines -= 1
            yield None
    yield from [None] * lines


def _leaves(fact: Any) -> Iterator[Any]:
    if isinstance(fact, dict | list):
        for part in fact.values() if isinstance(fact, dict) else fact:
            yield from _leaves(part)
    else:
        yield fact
