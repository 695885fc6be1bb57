"""Posting: the limit, this ledger and django-hordak in turns, so that a noisy moment hurts neighbours alike."""

import importlib.util
import statistics
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from bench.apart import Apart
from bench.ledger import limit
from bench.ledger.crew import Hall, Order
from bench.ledger.plan import Plan
from bench.server import Server
from casino import embedded

HOUSE, LIMIT, PEER = "ledger", "limit", "hordak"

MODULES = {LIMIT: "bench.ledger.limit", HOUSE: "bench.ledger.house", PEER: "bench.ledger.peer"}
EMPTY = "casino_empty"

Crews = dict[str, Apart]


class Rates:
    """How often each contender did what was ordered, in a second: one figure for each round."""

    def __init__(self) -> None:
        self._rounds: dict[tuple[str, Order], list[float]] = defaultdict(list)

    def add(self, name: str, order: Order, done: list[tuple[int, float]]) -> None:
        rates = (count * order.size / seconds for count, seconds in done)
        self._rounds[name, order].append(sum(rates) / order.turns)

    def median(self, name: str, order: Order) -> float | None:
        rounds = self._rounds.get((name, order))
        return statistics.median(rounds) if rounds else None

    def ratio(self, name: str, order: Order, other: str, other_order: Order | None = None) -> float | None:
        """The median of each round's own ratio: what was measured within a moment is compared."""
        ours, theirs = self._rounds.get((name, order)), self._rounds.get((other, other_order or order))
        if not ours or not theirs:
            return None
        return statistics.median(our / their for our, their in zip(ours, theirs, strict=True))


def single(connections: int, plan: Plan, *, to_pool: bool = False) -> Order:
    turns = plan.turns if connections == max(plan.connections) else 1
    return Order("post_to_pool" if to_pool else "post", connections=connections, seconds=plan.seconds, turns=turns)


def many(size: int, plan: Plan) -> Order:
    return Order("post_many", size=size, seconds=plan.seconds)


def settlement(plan: Plan) -> Order:
    return Order("settle", size=plan.settlement, turns=plan.turns)


def orders(plan: Plan) -> list[Order]:
    spread = [single(count, plan) for count in plan.connections]
    pool = [single(count, plan, to_pool=True) for count in plan.connections]
    return [*spread, *pool, *(many(size, plan) for size in plan.batches), settlement(plan)]


def measure(server: Server, plan: Plan) -> Rates:
    rates = Rates()
    with crews(server, plan) as all_crews:
        server.checkpoint()
        for turn in range(plan.rounds):
            first = turn % len(all_crews)  # nobody always follows the same one
            names = [*all_crews][first:] + [*all_crews][:first]
            for order in orders(plan):
                done: dict[str, list[tuple[int, float]]] = defaultdict(list)
                for name in names * order.turns:
                    if name != PEER or order.size <= plan.largest_peer_batch:
                        done[name] += all_crews[name].ask("work", order)
                for name in done:
                    rates.add(name, order, done[name])
    return rates


@contextmanager
def crews(server: Server, plan: Plan) -> Iterator[Crews]:
    """Databases, accounts and everybody at their desk."""
    with ExitStack() as stack:
        peer = _open_peer(server, stack, plan)
        hall = _open_house(server, plan)
        started = {
            LIMIT: (stack.enter_context(Apart("bench.ledger.crew", {"LIMIT_URL": server.url("limit")})), hall),
            HOUSE: (stack.enter_context(Apart("bench.ledger.crew", server.environment("casino"))), hall),
        }
        if peer:
            environment = peer_environment(server)
            started[PEER] = stack.enter_context(Apart("bench.ledger.crew", environment)), peer.hear()
        for name, (crew, accounts) in started.items():
            crew.tell("hire", MODULES[name], accounts, max(plan.connections))
        for crew, _ in started.values():
            crew.hear()
        yield {name: crew for name, (crew, _) in started.items()}


def _open_house(server: Server, plan: Plan) -> Hall:
    """The house's database; a copy from before anything has happened, for histories; a copy without laws, the limit."""
    server.create("casino")
    with Apart("bench.ledger.house", server.environment("casino")) as house:
        house.ask("migrate")
        server.create(EMPTY, template="casino")
        hall: Hall = house.ask("open_hall", plan.purses)
        house.ask("live_through", hall, plan.past)
    server.create("limit", template="casino")
    with server.connect("limit") as connection:
        limit.drop_triggers(connection)
    return hall


def peer_is_installed() -> bool:
    return importlib.util.find_spec("hordak") is not None


def peer_environment(server: Server) -> dict[str, str]:
    return {
        **server.environment("hordak"),
        "DJANGO_SETTINGS_MODULE": "bench.ledger.peer_settings",
        "HORDAK_DATABASE": "hordak",
        "HORDAK_HOST": str(server.home.database_sockets),
        "HORDAK_USER": embedded.USER,
    }


def _open_peer(server: Server, stack: ExitStack, plan: Plan) -> Apart | None:
    """Its migrations are many; they run while the others are made ready."""
    if not peer_is_installed():
        return None
    server.create("hordak")
    peer = stack.enter_context(Apart("bench.ledger.peer", peer_environment(server)))
    peer.tell("open_hall", plan.purses, plan.past)
    return peer
