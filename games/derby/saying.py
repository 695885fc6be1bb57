"""What is said of a race, by a speaker and on the board: who has won, who may call, who leads, who throws."""

from collections.abc import Iterable

from games.derby.course import SPACES
from games.derby.rules import View
from games.kit.catalogue import Catalogue

MOST_NAMED = 3  # horses in one breath


def horse_name(catalogue: Catalogue, number: int, said: str) -> str:
    """`3 Black`."""
    return catalogue.selections[f"win={number}"].said_in(said)


def line(catalogue: Catalogue, view: View, said: str) -> str:
    """What has just come of the throw. Before the first one, for whom the race waits."""
    if view.winners:
        return _won(catalogue, view, said)
    if not view.throws:
        return catalogue.line("places", said, places=view.places) if view.places else ""
    thrown = catalogue.line("thrown", said, dice=", ".join(map(str, view.dice)))
    return " ".join([thrown, *_rights(catalogue, view, said), *_leads(catalogue, view, said)])


def status(catalogue: Catalogue, view: View, said: str) -> str:
    """The line below the tracks: who won, who is missing, or who throws."""
    if view.winners or (view.places and not view.throws):
        return line(catalogue, view, said)
    if view.thrower is None:
        return catalogue.line("house_throws", said)
    return catalogue.line("shaken" if view.shaken else "throws", said, seat=view.thrower)


def race_name(catalogue: Catalogue, view: View, said: str) -> list[str]:
    """Which race it is, and that the last wins, where that is so."""
    names = [catalogue.courses[view.variant].name, *([catalogue.variants["donkey=true"]] if view.donkey else [])]
    return [words.said_in(said) for words in names]


def hints(catalogue: Catalogue, view: View, said: str) -> list[str]:
    """What jumps a hurdle here, and how the post is reached."""
    told = [catalogue.line(f"jump_{view.course.jump}", said)] if view.course.jump else []
    finish = "clips" if view.course.clips else view.course.finish
    return [*told, catalogue.line(f"finish_{finish}", said)]


def _won(catalogue: Catalogue, view: View, said: str) -> str:
    names = ", ".join(horse_name(catalogue, int(winner), said) for winner in view.winners)
    if len(view.winners) > 1:
        return catalogue.line("dead_heat", said, horses=names)
    owner = view.horses[int(view.winners[0]) - 1].owner
    which = "last_won" if view.donkey else "won"
    return catalogue.line(f"{which}_for" if owner else which, said, horse=names, seat=owner)


def _rights(catalogue: Catalogue, view: View, said: str) -> list[str]:
    if not view.rights:
        return []
    return [catalogue.line("may_jump", said, horses=_named(catalogue, view.rights, said), total=sum(view.dice))]


def _leads(catalogue: Catalogue, view: View, said: str) -> list[str]:
    """Those in front; of donkeys the hindmost, who would win. Nobody where too many are level."""
    running = [at for at in view.positions if at < SPACES]
    best = min(running) if view.donkey else max(running)
    level = [horse.number for horse, at in zip(view.horses, view.positions, strict=True) if at == best]
    if len(level) > MOST_NAMED:
        return []
    return [catalogue.line("hindmost" if view.donkey else "leads", said, horses=_named(catalogue, level, said))]


def _named(catalogue: Catalogue, numbers: Iterable[int], said: str) -> str:
    return ", ".join(horse_name(catalogue, number, said) for number in numbers)
