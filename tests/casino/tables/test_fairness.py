"""fair-1 at the table: promises, reveals, what the off freezes, and transcripts that any guest can check."""

import hashlib
import json
import secrets
from datetime import timedelta

from django.utils import timezone

from casino.clubs.actors import HOUSE
from casino.events.models import Event
from casino.tables import locks
from casino.tables.fairness import commit_entropy, draws_of, reveal_entropy, transcript_of
from casino.tables.models import Chain, Round
from casino.tables.starting import call_the_off
from casino.tables.ticking import tick
from casino.tables.voiding import void_round
from games.kit import fair
from games.kit.verifying import Seen, verify
from games.registry import find_game
from tests.casino.room import Room, refusal, run
from tests.casino.verified import room_findings

MINORU = find_game("minoru")


class Phone:
    """What a guest's phone does and remembers."""

    def __init__(self, room: Room, name: str) -> None:
        self.player, self.name = room.players[name], name
        self.entropy = secrets.token_hex(32)

    def promise(self, round_: Round) -> None:
        commitment = fair.commitment(round_.chain.name, round_.number, self.name, self.entropy)
        commit_entropy(round_.pk, player=self.player, commitment=commitment, by=HOUSE)

    def reveal(self, round_: Round) -> None:
        reveal_entropy(round_.pk, player=self.player, entropy=self.entropy, by=HOUSE)


def off_seen(round_: Round) -> str:
    event = Event.objects.get(kind="off", round_id=round_.pk)
    off = json.dumps(event.body["off"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert event.body["digest"] == hashlib.sha256(off.encode()).hexdigest()
    return str(event.body["digest"])


def test_a_guest_who_revealed_can_check_the_deal_from_what_was_published(room: Room) -> None:
    round_ = room.open()
    ada, bob = Phone(room, "Ada"), Phone(room, "Bob")
    bob.promise(round_)
    ada.promise(round_)
    call_the_off(round_.pk, by=HOUSE)
    digest = off_seen(round_)
    ada.reveal(round_)
    run(round_)
    round_.refresh_from_db()
    anchor = Event.objects.get(kind="table_opened").body["anchor"]
    seen = Seen(table=round_.chain.name, round=1, anchor=anchor, off=digest, entropy=("Ada", ada.entropy), moves=None)
    verdict = verify(transcript_of(round_), MINORU, seen)
    assert verdict.doubts == ()
    assert [remark.code for remark in verdict.remarks] == ["silent", "moves_not_seen"]
    assert Event.objects.get(kind="round_settled").body["seed"] == round_.secret.seed
    assert room_findings() == []


def test_another_reveal_deals_another_race(room: Room) -> None:
    """Otherwise a guest's entropy would mean nothing."""
    round_ = room.open()
    ada = Phone(room, "Ada")
    ada.promise(round_)
    call_the_off(round_.pk, by=HOUSE)
    silent = draws_of(locks.read(round_.pk))
    ada.reveal(round_)
    assert draws_of(locks.read(round_.pk)) != silent


def test_what_is_refused_about_entropy(room: Room) -> None:
    round_ = room.open()
    ada, bob = Phone(room, "Ada"), Phone(room, "Bob")
    arguments = {"player": ada.player, "by": HOUSE}
    for nonsense in ("", "xyz", "A" * 64, "0" * 63, None, "0" * 64 + "\n"):
        assert refusal(commit_entropy, round_.pk, commitment=nonsense, **arguments) == "bad_entropy"
    ada.promise(round_)
    assert refusal(ada.reveal, round_) == "reveals_closed"
    call_the_off(round_.pk, by=HOUSE)
    assert refusal(ada.promise, round_) == "commitments_closed"
    assert refusal(bob.reveal, round_) == "nothing_promised"
    assert refusal(reveal_entropy, round_.pk, entropy=bob.entropy, **arguments) == "false_reveal"
    round_.refresh_from_db()
    tick(round_.pk, round_.step)
    assert refusal(ada.reveal, round_) == "reveals_closed"
    stranger = room.come("Zoe")
    assert refusal(commit_entropy, round_.pk, player=stranger, commitment="0" * 64, by=HOUSE) == "not_seated"


def test_phones_have_time_to_reveal(own_database: str) -> None:
    room = Room({"reveal_time": timedelta(seconds=30)})
    round_ = room.open()
    Phone(room, "Ada").promise(round_)
    call_the_off(round_.pk, by=HOUSE)
    round_.refresh_from_db()
    assert not tick(round_.pk, round_.step)


def test_however_late_the_off_is_phones_have_their_time(own_database: str) -> None:
    room = Room({"reveal_time": timedelta(seconds=30), "staking_time": timedelta(seconds=30)})
    round_ = room.open()
    ada = Phone(room, "Ada")
    ada.promise(round_)
    Round.objects.update(due_at=timezone.now() - timedelta(minutes=5))
    assert tick(round_.pk, round_.step)
    round_.refresh_from_db()
    assert not tick(round_.pk, round_.step)
    ada.reveal(round_)


def test_a_transcript_is_told_when_the_round_is_over_and_not_before(room: Room) -> None:
    round_ = room.open()
    assert refusal(transcript_of, round_) == "not_finished"
    void_round(round_.pk, reason="enough", by=HOUSE)
    round_.refresh_from_db()
    assert json.loads(transcript_of(round_))["void"] is True


def test_nothing_that_is_told_while_a_round_runs_holds_its_seed_or_the_chain(room: Room) -> None:
    for _ in range(2):
        round_ = room.open()
        room.stake(round_, "Ada", "minoru", 2)
        call_the_off(round_.pk, by=HOUSE)
        round_.refresh_from_db()
        tick(round_.pk, round_.step)
        told = json.dumps(list(Event.objects.values_list("body", flat=True)))
        assert round_.secret.seed not in told
        assert Chain.objects.get().last not in told
        run(round_)
