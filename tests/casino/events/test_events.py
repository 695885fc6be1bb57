"""Events: told in the transaction in which they happen, numbered by who reads them, for whom they are meant."""

import threading

from django.db import connections, transaction

from casino.events import telling
from casino.events.models import Event
from casino.events.reading import Reader, events_after, numbered_after
from tests.casino.room import Room, play

SESSION = 7


def test_events_are_numbered_when_they_are_read(own_database: str) -> None:
    for kind in ("one", "two"):
        telling.tell(SESSION, kind)
    assert set(Event.objects.values_list("number", flat=True)) == {None}
    assert [(event.number, event.kind) for event in events_after(SESSION, 0)] == [(1, "one"), (2, "two")]
    telling.tell(SESSION, "three")
    telling.tell(SESSION + 1, "elsewhere")
    assert [(event.number, event.kind) for event in events_after(SESSION, 2)] == [(3, "three")]
    assert [event.number for event in events_after(SESSION + 1, 0)] == [1]


def test_what_was_rolled_back_has_not_happened(own_database: str) -> None:
    try:
        with transaction.atomic():
            telling.tell(SESSION, "never")
            raise LookupError
    except LookupError:
        pass
    assert events_after(SESSION, 0) == []


def test_an_event_committed_late_comes_after_those_that_were_read_before_it(own_database: str) -> None:
    told, read = threading.Event(), threading.Event()

    def slow_writer() -> None:
        with transaction.atomic():
            telling.tell(SESSION, "slow")  # the lower id
            told.set()
            read.wait(30)
        connections.close_all()

    writer = threading.Thread(target=slow_writer)
    writer.start()
    told.wait(30)
    telling.tell(SESSION, "quick")
    assert [(event.number, event.kind) for event in events_after(SESSION, 0)] == [(1, "quick")]
    read.set()
    writer.join()
    assert [(event.number, event.kind) for event in events_after(SESSION, 1)] == [(2, "slow")]
    slow, quick = Event.objects.get(kind="slow"), Event.objects.get(kind="quick")
    assert slow.pk < quick.pk  # who remembered the highest id would have missed it


def test_everybody_sees_what_is_meant_for_them(own_database: str) -> None:
    telling.tell(SESSION, "public")
    telling.tell(SESSION, "mine", telling.SEAT, of=1)
    telling.tell(SESSION, "yours", telling.SEAT, of=2)
    telling.tell(SESSION, "staff", telling.STAFF)

    def kinds(reader: Reader) -> list[str]:
        found = [event.kind for event in events_after(SESSION, 0, reader=reader)]
        assert found == [event.kind for event in numbered_after(SESSION, 0) if reader.may_know(event)]
        return found

    assert kinds(Reader()) == ["public"]
    assert kinds(Reader(player_id=1)) == ["public", "mine"]
    assert kinds(Reader(staff=True)) == ["public", "staff"]  # a hand of cards is nobody else's


def test_a_round_is_told_from_its_opening_to_its_settlement(room: Room) -> None:
    before = events_after(room.session.pk, 0)[-1].number
    assert before is not None
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 2)
    play(round_)
    told = [what(event) for event in events_after(room.session.pk, before)]
    assert told[:5] == ["round_opened", "stake_made", "off", "pack_shuffled", "dealt"]
    assert told[-2:] == ["won", "round_settled"]
    assert set(told[5:-2]) <= {"dealt", "pack_exhausted", "pack_shuffled"}


def what(event: Event) -> str:
    """What happened: of happenings in a game, which one."""
    if event.kind != "happening":
        return event.kind
    assert event.body["happening"]["game"] == "minoru"
    (happening,) = set(event.body["happening"]) - {"game"}
    return str(happening)


def test_pages_follow_each_other(own_database: str) -> None:
    from casino.events import reading

    for number in range(reading.PAGE + 3):
        telling.tell(SESSION, f"{number}")
    first = events_after(SESSION, 0)
    assert (len(first), first[-1].number) == (reading.PAGE, reading.PAGE)
    assert [event.number for event in events_after(SESSION, reading.PAGE)] == [
        reading.PAGE + 1,
        reading.PAGE + 2,
        reading.PAGE + 3,
    ]
