"""The training ground: which horses are out on it, which small cards are left, what a stop there does to a horse."""

from games.ascot import debts
from games.ascot.edition import Business, Edition
from games.ascot.flow import BANK, Flow, holding
from games.ascot.state import Horse, Standing, State
from games.ascot.training_told import AdvantageGiven, DisadvantageGiven, FeeDue, HorseRests, HorseRetired
from games.kit.payments import Reason


def home(edition: Edition) -> int:
    """T-14: the count at which a horse is in its box again: one more than there are cells."""
    return len(edition.training.cells) + 1


def cell_number(edition: Edition, number: int, steps: int) -> int:
    """On which cell of the board, from 1, a horse stands after so many steps from its stable's gate."""
    training = edition.training
    gate = training.stevens_gate if edition.stable(number) is Business.STEVENS else training.walroy_gate
    return (gate + steps - 1) % len(training.cells) + 1


def is_out(edition: Edition, horse: Horse) -> bool:
    """Whether it belongs to somebody and is not home yet; it may still stand in its box before its first throw."""
    return horse.owner is not None and horse.standing is Standing.IN_PLAY and horse.steps < home(edition)


def out_of(flow: Flow, seat: str) -> tuple[Horse, ...]:
    """A player's horses that are not home, by number."""
    return tuple(horse for horse in flow.state.horses_of(seat) if is_out(flow.edition, horse))


def charge(flow: Flow, seat: str, business: Business, francs: int, reason: Reason) -> Flow:
    """T-4 to T6: to the holder of the business, to nobody where there is none, or to the bank if so agreed. The holder
    pays himself nothing.
    """
    holder = flow.state.holder(business)
    if holder == seat:
        return flow
    told = flow.tell(FeeDue(seat, business.value, francs, holder))
    if holder is not None:
        return debts.owe(told, seat, holding(holder), francs, reason)
    return debts.owe(told, seat, BANK, francs, reason) if flow.state.options.unowned_fee == "bank" else told


def give_advantages(flow: Flow, number: int, cards: int) -> Flow:
    """T-16: of the horse's colour, as long as there are any."""
    colour, horse = flow.edition.colour(number), flow.state.horse(number)
    given = min(cards, flow.edition.stock.advantages - _advantages(flow.state, flow.edition, colour))
    return flow.with_horse(number, advantages=horse.advantages + given).tell(AdvantageGiven(number, given))


def give_disadvantages(flow: Flow, number: int, cards: int) -> Flow:
    """T-16: as long as there are any."""
    horse, lying = flow.state.horse(number), sum(horse.disadvantages for horse in flow.state.horses)
    given = min(cards, flow.edition.stock.disadvantages - lying)
    return flow.with_horse(number, disadvantages=horse.disadvantages + given).tell(DisadvantageGiven(number, given))


def _advantages(state: State, edition: Edition, colour: str) -> int:
    """Cards that lie on horses of a colour. Those of an eliminated horse have left the game with it (T-17): they stay
    on it, and are not given again.
    """
    return sum(horse.advantages for horse in state.horses if edition.colour(horse.number) == colour)


def rest(flow: Flow, number: int) -> Flow:
    """The horse misses its next move; one that is home has none to miss."""
    horse = flow.state.horse(number)
    if not is_out(flow.edition, horse):
        return flow
    return flow.with_horse(number, misses=horse.misses + 1).tell(HorseRests(number))


def eliminate(flow: Flow, number: int) -> Flow:
    """T-17: with its Advantages and Disadvantages. Its owner is remembered, who need not run another one for it."""
    owner = flow.state.horse(number).owner
    assert owner is not None
    return flow.with_horse(number, standing=Standing.ELIMINATED).tell(HorseRetired(number, owner))
