"""Accounts of staff: made by typing a name, given a password through a link that works once."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.test.utils import override_settings

from casino.clubs import accounts
from casino.clubs.accounts import add_staff, link_for
from casino.clubs.models import Club, Staff
from tests.casino.office import Office, address, listing, said
from tests.casino.room import refusal
from tests.threads import together

PASSWORD = {"new_password1": "a-long-pass-phrase", "new_password2": "a-long-pass-phrase"}


def add(office: Office, name: str, part: str = "croupier", who: str = "olga") -> Any:
    form = {"club": office.room.session.club.pk, "user": name, "part": part}
    return office.clients[who].post(listing(Staff, "add"), form, follow=True)


def link_in(sentences: list[str]) -> str:
    (found,) = re.findall(r"http://testserver(/welcome/\d+/[\w-]+/)", " ".join(sentences))
    return str(found)


def test_a_new_name_makes_an_account_and_its_owner_chooses_a_password_once(office: Office) -> None:
    added = add(office, "cleo")
    link = link_in(said(added))
    assert link not in office.text("olga", listing(Staff))
    cleo = User.objects.get(username="cleo")
    assert (cleo.is_staff, cleo.is_superuser, cleo.has_usable_password()) == (True, False, False)
    browser = Client()
    assert "cleo" in browser.get(link).content.decode()
    landed = browser.post(link, PASSWORD, follow=True)
    assert landed.redirect_chain == [("/admin/", 302)]
    assert "Evening" in landed.content.decode()
    assert Client().login(username="cleo", password=PASSWORD["new_password1"])
    for again in (Client().get(link), Client().post(link, PASSWORD)):
        assert again.status_code == 410
        assert "This link does not work any more" in again.content.decode()


def test_an_account_that_is_there_gets_the_part_and_no_link(office: Office) -> None:
    waiting = User.objects.create_user("waiting", is_staff=True)
    for name in ("nobody", "waiting", "root"):
        assert "welcome/" not in " ".join(said(add(office, name)))
        assert Staff.objects.filter(user__username=name, club=office.room.session.club).exists()
    waiting.refresh_from_db()
    assert not waiting.has_usable_password()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Olga", "Another account has a name that looks the same."),
        ("OLGA", "Another account has a name that looks the same."),
        ("ólga", "Another account has a name that looks the same."),
        ("\u043elga", "A username is 1 to 150 letters"),  # a Cyrillic о
        ("ol\u0131a", "A username is 1 to 150 letters"),
        ("\uff4flga", "A username is 1 to 150 letters"),  # a wide o
        ("two words", "A username is 1 to 150 letters"),
        ("a\u200bb", "A username is 1 to 150 letters"),
        ("olga", "olga is staff of this club already."),
        ("guest", "The account guest may not log in here."),
        ("x" * 10_000, "at most 150 characters"),
        ("", "This field is required."),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_a_name_that_could_be_mistaken_is_refused(office: Office, name: str, sentence: str) -> None:
    User.objects.create_user("guest")
    before = set(User.objects.values_list("username", flat=True)), Staff.objects.count()
    answer = add(office, name)
    assert answer.status_code == 200
    assert sentence in answer.content.decode()
    assert before == (set(User.objects.values_list("username", flat=True)), Staff.objects.count())


def test_a_name_with_an_accent_is_a_name(office: Office) -> None:
    assert "welcome/" in " ".join(said(add(office, "josé")))


def test_a_bad_form_makes_no_account(office: Office) -> None:
    answer = add(office, "cleo", part="king")
    assert "part" in answer.context["adminform"].form.errors
    assert not User.objects.filter(username="cleo").exists()


# --- The page behind the link


@pytest.fixture
def link(office: Office) -> str:
    return add_staff(club=office.room.session.club, username="cleo", part="croupier")[1]


@pytest.mark.parametrize("weak", ["short-one", "123456789012", "password123", "cleo.cleo1", ""])
def test_a_weak_password_is_refused_wherever_one_is_chosen(office: Office, weak: str) -> None:
    _, link = add_staff(club=office.room.session.club, username="cleo.cleo", part="croupier")
    chosen = Client().post(link, {"new_password1": weak, "new_password2": weak})
    assert (chosen.status_code, b"errorlist" in chosen.content) == (400, True)
    cleo = User.objects.get(username="cleo.cleo")
    typed = {"password1": weak, "password2": weak, "usable_password": "true"}
    assert office.clients["root"].post(f"/admin/auth/user/{cleo.pk}/password/", typed).status_code == 200
    cleo.set_password(PASSWORD["new_password1"])
    cleo.save()
    browser = Client()
    browser.force_login(cleo)
    own = {"old_password": PASSWORD["new_password1"], "new_password1": weak, "new_password2": weak}
    assert browser.post("/admin/password_change/", own).status_code == 200
    assert User.objects.get(pk=cleo.pk).check_password(PASSWORD["new_password1"])


@pytest.mark.parametrize("change", ["token", "user", "nobody", "huge"])
def test_a_link_that_was_changed_opens_nothing(office: Office, link: str, change: str) -> None:
    cleo, olga = (User.objects.get(username=name) for name in ("cleo", "olga"))
    wrong = {
        "token": f"{link[:-2]}{'a' if link[-2] != 'a' else 'b'}/",
        "user": link.replace(f"/{cleo.pk}/", f"/{olga.pk}/"),
        "nobody": link.replace(f"/{cleo.pk}/", "/999999/"),
        "huge": link.replace(f"/{cleo.pk}/", f"/{10**30}/"),
    }[change]
    assert Client().post(wrong, PASSWORD).status_code == 410
    assert not User.objects.get(username="cleo").has_usable_password()


def test_a_link_that_is_too_old_opens_nothing(office: Office, link: str) -> None:
    with override_settings(PASSWORD_RESET_TIMEOUT=-1):
        assert Client().get(link).status_code == 410
    assert Client().get(link).status_code == 200


def test_an_account_that_was_barred_is_not_opened_by_its_link(office: Office, link: str) -> None:
    User.objects.filter(username="cleo").update(is_active=False)
    assert Client().post(link, PASSWORD).status_code == 410


def test_two_with_the_same_link_choose_one_password(office: Office, link: str) -> None:
    answers: list[int] = []
    assert together(lambda _: answers.append(Client().post(link, PASSWORD).status_code), threads=2) == []
    assert sorted(answers) == [302, 410]


# --- A new link


def test_a_new_link_ends_the_last_one(office: Office, link: str) -> None:
    staff = Staff.objects.get(user__username="cleo")
    assert "/act/new-link/" in office.text("olga", address(staff))
    fresh = link_in(said(office.act("olga", staff, "new-link")))
    assert Client().get(link).status_code == 410
    assert Client().post(fresh, PASSWORD).status_code == 302
    assert "/act/new-link/" not in office.text("olga", address(staff))
    assert said(office.act("olga", staff, "new-link")) == ["cleo has chosen a password already."]


@pytest.mark.parametrize(("who", "status"), [("claude", 403), ("audrey", 403), ("otto", 404), ("nobody", 404)])
def test_only_organisers_of_the_club_give_links(office: Office, link: str, who: str, status: int) -> None:
    staff = Staff.objects.get(user__username="cleo")
    assert office.act(who, staff, "new-link").status_code == status
    assert Client().get(link).status_code == 200  # still the one that was given


@pytest.mark.parametrize("more", ["another club", "superuser", "group"])
def test_nobody_takes_over_an_account_by_giving_it_a_part(office: Office, more: str) -> None:
    victim = User.objects.create_user("victim", is_staff=True, is_superuser=more == "superuser")
    if more == "another club":
        Staff.objects.create(club=Club.objects.get(name="Another club"), user=victim, part="organiser")
    if more == "group":
        victim.groups.add(Group.objects.create(name="keepers"))
    add(office, "victim")
    staff = Staff.objects.get(user=victim, club=office.room.session.club)
    refused = said(office.act("olga", staff, "new-link"))
    assert refused == ["victim works elsewhere, too: whoever made the house can give a link."]
    assert "welcome/" in said(office.act("root", staff, "new-link"))[0]


# --- The last organiser


def test_the_last_organiser_stays(office: Office) -> None:
    olga = Staff.objects.get(user__username="olga")
    kept = "olga is the only organiser of this club: name another first."
    answer = office.clients["olga"].post(address(olga), {"part": "auditor"})
    assert kept in answer.context["adminform"].form.errors["part"]
    assert said(office.clients["olga"].post(address(olga, "delete"), {"post": "yes"}, follow=True)) == [kept]
    assert Staff.objects.get(pk=olga.pk).part == "organiser"
    second = Staff.objects.get(user__username="claude")
    office.clients["olga"].post(address(second), {"part": "organiser"})
    assert office.clients["olga"].post(address(olga), {"part": "auditor"}).status_code == 302
    assert Staff.objects.get(pk=olga.pk).part == "auditor"


def test_whoever_made_the_house_may_remove_the_last_organiser(office: Office) -> None:
    olga = Staff.objects.get(user__username="olga")
    assert office.clients["root"].post(address(olga), {"part": "auditor"}).status_code == 302
    Staff.objects.filter(pk=olga.pk).update(part="organiser")
    assert office.clients["root"].post(address(olga, "delete"), {"post": "yes"}).status_code == 302
    assert not Staff.objects.filter(pk=olga.pk).exists()


def test_two_organisers_who_leave_at_once_do_not_both_leave(office: Office) -> None:
    Staff.objects.filter(user__username="claude").update(part="organiser")
    both = {name: Staff.objects.get(user__username=name) for name in ("olga", "claude")}
    leave = list(both.items())

    def go(number: int) -> None:
        name, staff = leave[number]
        office.clients[name].post(address(staff), {"part": "auditor"})

    assert together(go, threads=2) == []
    assert Staff.objects.filter(club=office.room.session.club, part="organiser").count() == 1


def test_the_rules_of_names_hold_without_a_form(office: Office) -> None:
    club = office.room.session.club
    assert refusal(add_staff, club=club, username="", part="croupier") == "bad_username"
    assert refusal(add_staff, club=club, username="OLGA", part="croupier") == "username_too_alike"
    assert accounts.looks("Él") == "el"
    assert link_for(User.objects.get(username="olga")).startswith("/welcome/")
