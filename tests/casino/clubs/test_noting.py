"""What staff do outside a table is kept, too: sessions made and changed, parts given and taken. Accounts stay."""

from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.urls import reverse

from casino.clubs.models import Club, Session, Staff
from casino.clubs.noting import noted_about
from casino.events.models import Event
from tests.casino.office import Office, address, listing


def told(session: Session, kind: str) -> list[tuple[str, dict[str, Any]]]:
    rows = Event.objects.filter(session_id=session.pk, kind=kind, audience="staff").order_by("id")
    return [(row.by["name"], row.body) for row in rows if row.by]


def test_making_and_changing_a_session_is_told_to_staff(office: Office) -> None:
    club = office.room.session.club
    made = {"club": club.pk, "name": "Gala", "language": "fr", "starting_counters": 10}
    office.clients["olga"].post(listing(Session, "add"), made)
    gala = Session.objects.get(name="Gala")
    assert told(gala, "session_made") == [("olga", {"name": "Gala"})]
    page = office.get("olga", address(gala)).context["adminform"].form
    sent = {name: page[name].value() or "" for name in page.fields}
    office.clients["olga"].post(address(gala), sent)
    assert told(gala, "session_changed") == []
    office.clients["olga"].post(address(gala), {**sent, "name": "Grand gala", "starting_counters": 20})
    before, after = {"name": "Gala", "starting_counters": 10}, {"name": "Grand gala", "starting_counters": 20}
    assert told(gala, "session_changed") == [("olga", {"before": before, "after": after})]
    assert office.clients["claude"].post(address(gala), {**sent, "name": "Mine"}).status_code == 403
    assert len(told(gala, "session_changed")) == 1


def test_parts_given_changed_and_taken_are_noted_under_their_club(office: Office) -> None:
    club, olga = office.room.session.club, office.clients["olga"]
    olga.post(listing(Staff, "add"), {"club": club.pk, "user": "nobody", "part": "croupier"})
    part = Staff.objects.get(user__username="nobody")
    olga.post(address(part), {"part": "auditor"})
    olga.post(address(part, "delete"), {"post": "yes"})
    assert not Staff.objects.filter(user__username="nobody").exists()
    noted = list(noted_about(club.pk))
    assert [(entry.user.username, entry.action_flag) for entry in noted] == [("olga", 3), ("olga", 2), ("olga", 1)]
    assert '"before": "croupier"' in noted[1].change_message
    assert '"part": "auditor"' in noted[1].change_message
    assert "nobody" in noted[0].object_repr
    other = Club.objects.get(name="Another club")
    assert not noted_about(other.pk).exists()
    office.clients["root"].post(address(other), {"name": "The other club"})
    assert [str(entry.user) for entry in noted_about(other.pk)] == ["root"]


def test_accounts_are_switched_off_and_never_deleted(office: Office) -> None:
    root, claude = office.clients["root"], User.objects.get(username="claude")
    page = root.get(reverse("admin:auth_user_change", args=[claude.pk]))
    assert "Accounts are never deleted" in page.content.decode()
    assert reverse("admin:auth_user_delete", args=[claude.pk]) not in page.content.decode()
    assert root.post(reverse("admin:auth_user_delete", args=[claude.pk]), {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [claude.pk], "post": "yes"}
    root.post(reverse("admin:auth_user_changelist"), chosen)
    assert User.objects.filter(pk=claude.pk).exists()
    assert not LogEntry.objects.filter(action_flag=3).exists()
