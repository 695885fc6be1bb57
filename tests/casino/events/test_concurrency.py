"""Events written by many and committed in any order: whoever goes on from the last number misses none."""

import random
import time
from collections.abc import Callable

from django.db import transaction

from casino.events.models import Event
from casino.events.reading import events_after
from casino.events.telling import tell
from tests.threads import together

SESSION = 7
WRITERS, READERS = 5, 3
EVENTS = 40  # by each writer

Told = list[tuple[int, str]]
Reader = Callable[[int], Told]  # what is told after a place, and where


def by_number(after: int) -> Told:
    return [(event.number or 0, event.body["what"]) for event in events_after(SESSION, after)]


def by_id(after: int) -> Told:
    """The obvious way: remember the highest id."""
    rows = Event.objects.filter(session_id=SESSION, id__gt=after).order_by("id")
    return [(event.pk, event.body["what"]) for event in rows]


def write(number: int) -> None:
    """Transactions that take their time; some come to nothing."""
    chance = random.Random(number)
    for turn in range(EVENTS):
        with transaction.atomic():
            tell(SESSION, "told", what=f"{number}.{turn}")
            tell(SESSION + 1, "told", what="in the next room")
            time.sleep(chance.random() / 200)
            if turn % 8 == 7:
                transaction.set_rollback(True)


def read_while_they_write(reader: Reader) -> list[Told]:
    """What each reader has read, going on from the last place."""
    read: list[Told] = [[] for _ in range(READERS)]
    written = list[int]()

    def go_on(seen: Told) -> bool:
        fresh = reader(seen[-1][0] if seen else 0)
        seen += fresh
        return bool(fresh)

    def act(number: int) -> None:
        if number < WRITERS:
            write(number)
            written.append(number)
            return
        while len(written) < WRITERS:
            go_on(read[number - WRITERS])

    assert together(act, WRITERS + READERS) == []
    for seen in read:
        while go_on(seen):
            pass
    return read


def all_told() -> list[str]:
    told = Event.objects.filter(session_id=SESSION).values_list("body__what", flat=True)
    assert len(told) == WRITERS * EVENTS * 7 // 8
    return sorted(told)


def test_a_reader_who_goes_on_from_the_last_number_misses_nothing(own_database: str) -> None:
    for seen in read_while_they_write(by_number):
        assert [number for number, _ in seen] == list(range(1, len(seen) + 1))
        assert sorted(what for _, what in seen) == all_told()


def test_all_readers_see_the_same_order(own_database: str) -> None:
    one, *others = read_while_they_write(by_number)
    assert others == [one] * (READERS - 1)


def test_control_a_reader_who_goes_on_from_the_highest_id_misses_some(own_database: str) -> None:
    fewest = min(read_while_they_write(by_id), key=len)
    assert {what for _, what in fewest} < set(all_told())
