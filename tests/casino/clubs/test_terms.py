"""What a session is told: prices, caps and lines. As a draft all of it can change, once open only some."""

from typing import Any

import pytest
from django.utils.translation import override

from casino.clubs.actors import HOUSE
from casino.clubs.models import Club, Session
from casino.clubs.sessions import make_session, open_session, own
from casino.clubs.terms import Settings, check_change
from casino.desk.prices import price_words
from casino.events.models import Event
from tests.casino.office import Office, address
from tests.casino.room import Room, open_evening, refusal

EURO: dict[str, Any] = {"currency": "EUR", "price": 50}


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"currency": "EUR"}, "price_missing"),
        ({"price": 50}, "currency_missing"),
        ({"currency": "XXX", "price": 50}, "unknown_currency"),
        ({"currency": "EUR", "price": -1}, "bad_price"),
        ({"currency": "EUR", "price": 0.5}, "bad_price"),
        ({"currency": "EUR", "price": 10**10}, "bad_price"),
        ({**EURO, "price_for": 0}, "bad_price_for"),
        ({**EURO, "price_for": -10}, "bad_price_for"),
        ({**EURO, "price_for": 10**7}, "bad_price_for"),
        ({"starting_counters": "10"}, "bad_counters"),
        ({"stake_cap": 0}, "bad_cap"),
        ({"stake_cap": 2**70}, "bad_cap"),
        ({"prize_cap": -5}, "bad_cap"),
        ({"hide_odds": "yes"}, "bad_setting"),
        ({"staff_play": None}, "bad_setting"),
        ({"good_cause": "x" * 201}, "bad_cause"),
        ({"good_cause": "the roof\nand the bells"}, "bad_cause"),
    ],
    ids=str,
)
def test_terms_that_cannot_be(own_database: str, wrong: dict[str, Any], code: str) -> None:
    club = Club.objects.create(name="The club")
    good: dict[str, Any] = {"starting_counters": 10, "stake_cap": 5, "good_cause": "The roof"}
    assert refusal(make_session, club=club, name="Evening", **{**good, **wrong}) == code
    assert not Session.objects.exists()
    made = make_session(club=club, name="Evening", **good, **EURO, price_for=10)
    assert (made.price, made.price_for, made.stake_cap, made.good_cause) == (50, 10, 5, "The roof")


@pytest.mark.parametrize("change", [{"price": 60}, {"price_for": 2}, {"currency": "GBP"}, {"starting_counters": 5}])
def test_what_guests_came_for_is_fixed_by_opening(own_database: str, change: dict[str, Any]) -> None:
    draft = make_session(club=Club.objects.create(name="The club"), name="Evening", **EURO)
    settings = Settings.of(draft).as_fields()
    assert check_change(draft, Settings(**{**settings, **change}))
    session = open_session(draft.pk, by=HOUSE)
    assert refusal(check_change, session, Settings(**{**settings, **change})) == "fixed_by_opening"
    assert check_change(session, Settings(**{**settings, "stake_cap": 9, "leaderboard": False}))


@pytest.mark.parametrize(
    ("language", "price_for", "words"),
    [
        ("en", 10, "10 counters cost 5.00 EUR"),
        ("en", 1, "One counter costs 5.00 EUR"),
    ],
)
def test_a_price_in_words(language: str, price_for: int, words: str) -> None:
    with override(language):
        assert price_words(Session(currency="EUR", price=500, price_for=price_for)) == words
        assert price_words(Session(currency="JPY", price=500, price_for=10)) == "10 counters cost 500 JPY"
        assert price_words(Session()) == "Counters are free"


# --- The form

TYPED = {"name": "Gala", "language": "en", "starting_counters": 20, "leaderboard": "on", "staff_play": "on"}


def problems(answer: Any) -> str:
    return " ".join(answer.context["adminform"].form.non_field_errors())


def test_a_price_is_typed_in_money_and_kept_in_coins(room: Room, office: Office) -> None:
    soon = make_session(club=room.session.club, name="Soon")
    olga = office.clients["olga"]
    money = {"currency": "EUR", "price": "0.50", "price_for": 10, "prize_cap": "400", "good_cause": "The roof"}
    assert olga.post(address(soon), {**TYPED, **money}).status_code == 302
    soon.refresh_from_db()
    assert (soon.currency, soon.price, soon.price_for, soon.prize_cap) == ("EUR", 50, 10, 40_000)
    assert (soon.buys_back, soon.staff_play, soon.good_cause) == (False, True, "The roof")
    event = Event.objects.get(kind="session_changed")
    assert event.by is not None
    assert (event.audience, event.by["name"]) == ("staff", "olga")
    assert (event.body["before"]["price"], event.body["after"]["price"]) == (0, 50)
    page = office.text("olga", address(soon))
    assert "10 counters cost 0.50 EUR" in page
    assert 'value="0.50"' in page
    french = {"headers": {"accept-language": "fr"}}
    assert olga.post(address(soon), {**TYPED, **money, "price": "0,75"}, **french).status_code == 302  # type: ignore[arg-type]
    soon.refresh_from_db()
    assert soon.price == 75


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"currency": "EUR"}, "Say what counters cost"),
        ({"price": "5"}, "A price needs a currency."),
        ({"currency": "EUR", "price": "0.005"}, "EUR has no coin as small as that."),
        ({"currency": "JPY", "price": "0.5"}, "JPY has no coin as small as that."),
        ({"currency": "EUR", "price": "99999999"}, "That is no price"),
        ({"currency": "EUR", "price": "1", "price_for": "0"}, "A price is for 1 to"),
        ({"prize_cap": "0.5"}, "A cap is a whole number"),
        ({"good_cause": "the\u202eroof"}, "The good cause is one line"),
        ({"name": "a\u200bb"}, "A name is 1 to 80 characters that can all be seen"),
    ],
    ids=str,
)
def test_a_form_with_a_mistake_says_so_and_changes_nothing(
    room: Room, office: Office, typed: dict[str, str], sentence: str
) -> None:
    soon = make_session(club=room.session.club, name="Soon")
    answer = office.clients["olga"].post(address(soon), {**TYPED, **typed})
    assert sentence in problems(answer)
    assert Session.objects.get(pk=soon.pk).name == "Soon"
    assert not Event.objects.filter(kind="session_changed").exists()


@pytest.mark.parametrize(
    "typed", [{"price": "-1"}, {"price": "ten"}, {"price": "9" * 300}, {"stake_cap": "0"}], ids=str
)
def test_what_is_no_number_is_said_beside_its_field(room: Room, office: Office, typed: dict[str, str]) -> None:
    soon = make_session(club=room.session.club, name="Soon")
    answer = office.clients["olga"].post(address(soon), {**TYPED, "currency": "EUR", "price": "1", **typed})
    assert set(answer.context["adminform"].form.errors) == set(typed)


def test_an_open_session_keeps_its_price_and_changes_its_limits(room: Room, office: Office) -> None:
    session = open_evening(room.session.club, "Soon", starting_counters=7, **EURO)
    typed = {**TYPED, "currency": "GBP", "price": "9", "starting_counters": 99, "stake_cap": 5}
    assert office.clients["olga"].post(address(session), typed).status_code == 302
    session.refresh_from_db()
    assert (session.currency, session.price, session.starting_counters) == ("EUR", 50, 7)
    assert (session.stake_cap, session.name) == (5, "Gala")


def test_a_form_from_before_the_opening_changes_no_price(
    room: Room, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page asked as for a draft, and somebody else opens the session before it is saved."""
    soon = make_session(club=room.session.club, name="Soon", **EURO)

    def opened_meanwhile(session_id: int) -> Session:
        open_session(session_id, by=HOUSE)
        return own(session_id)

    monkeypatch.setattr("casino.clubs.session_forms.own", opened_meanwhile)
    answer = office.clients["olga"].post(address(soon), {**TYPED, "currency": "EUR", "price": "9", "price_for": 1})
    assert "Soon was opened: what counters cost" in problems(answer)
    assert Session.objects.get(pk=soon.pk).price == 50
