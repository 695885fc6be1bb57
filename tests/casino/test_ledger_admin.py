"""The ledger in the admin: everything can be found and read, and nobody changes anything."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.signing import dumps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from casino.desk import finding
from ledger.balances import PAGE, TrialLine, balances
from ledger.books import close_book, make_unit, open_account, open_book
from ledger.models import Account, Book, Entry, Unit
from ledger.posting import Posting, Reversal, Transfer, post_many

pytestmark = pytest.mark.django_db

STAKES = PAGE + 10  # more than one page of a statement


@dataclass(frozen=True)
class Evening:
    """A book with a till in euros, two players, and more stakes than fit on a page."""

    book: Book
    accounts: dict[str, Account]

    def account(self, code: str) -> str:
        return reverse("admin:ledger_account_change", args=[self.accounts[code].pk])

    def entry(self, key: str) -> str:
        return reverse("admin:ledger_entry_change", args=[Entry.objects.get(book=self.book, key=key).pk])


@pytest.fixture
def evening() -> Evening:
    book, counters, euros = open_book(code="race-night"), make_unit(code="counter"), make_unit(code="euro", places=2)
    roles = {"issue": "issue", "till": "till", "sales": "sales", "purse:ada": "purse", "purse:émile": "purse"}
    accounts = {
        code: open_account(
            book=book.pk, unit=(euros if role in {"till", "sales"} else counters).pk, role=role, code=code
        )
        for code, role in {**roles, "stakes:ada": "stakes"}.items()
    }
    issue, till, sales, ada, emile, stakes = (account.pk for account in accounts.values())
    bought = [Transfer(issue, ada, 1_234_567, "buy-in"), Transfer(sales, till, 123_456, "sale")]
    posted = post_many(
        book=book.pk,
        postings=[
            Posting("buy-in:1", bought, memo="Paid in <cash>"),
            Posting("settle:1", [Transfer(issue, emile, 1, "prize") for _ in range(250)]),
            *(Posting(f"stake:{number:03}", [Transfer(ada, stakes, 10, "stake")]) for number in range(STAKES)),
        ],
    )
    assert len(posted) == STAKES + 2
    return Evening(book, accounts)


def page(client: Client, address: str, **query: str) -> str:
    answer = client.get(address, query)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def listed(client: Client, model: str, **query: str) -> list[Any]:
    answer = client.get(reverse(f"admin:ledger_{model}_changelist"), query)
    assert answer.status_code == 200, answer
    return list(answer.context["cl"].result_list)


def keys(client: Client, **query: str) -> list[str]:
    return [entry.key for entry in listed(client, "entry", **query)]


# --- Nobody changes anything


@pytest.mark.parametrize("model", ["book", "account", "entry"])
def test_a_superuser_may_look_and_not_touch(admin_client: Client, evening: Evening, model: str) -> None:
    kind = {"book": Book, "account": Account, "entry": Entry}[model]
    before = list(kind._default_manager.order_by("pk").values())
    pk = before[0]["id"]
    change = reverse(f"admin:ledger_{model}_change", args=[pk])
    assert admin_client.get(change).status_code == 200
    assert admin_client.post(change, {"code": "mine", "key": "mine"}).status_code == 403
    for act in ("add", "delete"):
        address = reverse(f"admin:ledger_{model}_{act}", args=[pk] if act == "delete" else [])
        assert admin_client.get(address).status_code == 403
        assert admin_client.post(address, {"post": "yes", "code": "mine"}).status_code == 403
    action = {"action": "delete_selected", "_selected_action": [str(pk)], "post": "yes"}
    listing = admin_client.post(reverse(f"admin:ledger_{model}_changelist"), action).content.decode()
    assert 'name="action"' not in listing
    assert list(kind._default_manager.order_by("pk").values()) == before


def test_staff_see_the_books_only_with_the_permission_to_view_them(client: Client, evening: Evening) -> None:
    clerk = User.objects.create_user("clerk", is_staff=True)
    client.force_login(clerk)
    assert client.get(reverse("admin:ledger_book_changelist")).status_code == 403
    clerk.user_permissions.add(Permission.objects.get(codename="view_book"))
    assert client.get(reverse("admin:ledger_book_changelist")).status_code == 200


@pytest.mark.parametrize("model", ["transfer", "balance"])
def test_transfers_and_balances_have_no_pages_of_their_own(admin_client: Client, model: str) -> None:
    assert admin_client.get("/admin/ledger/entry/").status_code == 200
    assert admin_client.get(f"/admin/ledger/{model}/").status_code == 404


# --- Books


def test_the_list_of_books_counts_and_links_what_they_hold(admin_client: Client, evening: Evening) -> None:
    text = page(admin_client, reverse("admin:ledger_book_changelist"))
    assert f'href="/admin/ledger/account/?book__id__exact={evening.book.pk}">6</a>' in text
    assert f'href="/admin/ledger/entry/?book__id__exact={evening.book.pk}">{STAKES + 2}</a>' in text


def test_a_large_book_is_not_counted_to_the_end(
    admin_client: Client, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("casino.desk.admin.MOST", STAKES + 1)
    assert f">more than {STAKES + 1}</a>" in page(admin_client, reverse("admin:ledger_book_changelist"))
    monkeypatch.setattr("casino.desk.admin.MOST", STAKES + 2)
    assert "more than" not in page(admin_client, reverse("admin:ledger_book_changelist"))


def test_a_book_shows_its_trial_balance_in_each_unit(admin_client: Client, evening: Evening) -> None:
    text = page(admin_client, reverse("admin:ledger_book_change", args=[evening.book.pk]))
    assert "Trial balance, counter" in text
    assert "Trial balance, euro" in text
    for amount in ("-1,234,817", "1,233,967", "600", "250", "0", "1,234.56", "-1,234.56", "0.00"):
        assert f'<td class="amount">{amount}</td>' in text
    assert evening.account("issue") in text
    assert "damaged" not in text


def test_a_book_that_does_not_add_up_says_so(
    admin_client: Client, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = TrialLine(evening.accounts["till"].pk, "till", "till", "euro", 1)
    monkeypatch.setattr("ledger.balances.trial_balance", lambda _book: [line])
    text = page(admin_client, reverse("admin:ledger_book_change", args=[evening.book.pk]))
    assert "The total is not zero." in text
    assert '<td class="amount">0.01</td>' in text


def test_a_book_without_accounts_says_so(admin_client: Client) -> None:
    book = open_book(code="empty")
    assert "No account has been opened" in page(admin_client, reverse("admin:ledger_book_change", args=[book.pk]))


def test_books_and_accounts_are_found_by_their_state(admin_client: Client, evening: Evening) -> None:
    close_book(open_book(code="last-year").pk)
    assert [book.code for book in listed(admin_client, "book", state="closed")] == ["last-year"]
    assert [book.code for book in listed(admin_client, "book", state="open")] == ["race-night"]
    assert len(listed(admin_client, "book")) == 2
    assert len(listed(admin_client, "account", state="open")) == 6
    assert listed(admin_client, "account", state="closed") == []


# --- Accounts


def test_the_list_of_accounts_shows_every_balance_in_its_unit(admin_client: Client, evening: Evening) -> None:
    rows = listed(admin_client, "account")
    held = balances(account.pk for account in rows)
    text = page(admin_client, reverse("admin:ledger_account_changelist"))
    assert len(rows) == 6
    for account in rows:
        assert account.unit.shown(held[account.pk]) in text


@pytest.mark.parametrize(
    ("query", "codes"),
    [
        ({"q": "ADA"}, ["purse:ada", "stakes:ada"]),
        ({"q": "émile"}, ["purse:émile"]),
        ({"q": "nobody"}, []),
        ({"role__name__exact": "purse"}, ["purse:ada", "purse:émile"]),
        ({"unit__code": "euro"}, ["sales", "till"]),
    ],
)
def test_accounts_are_found(admin_client: Client, evening: Evening, query: dict[str, str], codes: list[str]) -> None:
    if "unit__code" in query:
        query = {"unit__id__exact": str(Unit.objects.get(code=query["unit__code"]).pk)}
    assert [account.code for account in listed(admin_client, "account", **query)] == codes


def test_accounts_are_found_by_book(admin_client: Client, evening: Evening) -> None:
    other = open_book(code="other")
    assert len(listed(admin_client, "account", book__id__exact=str(evening.book.pk))) == 6
    assert listed(admin_client, "account", book__id__exact=str(other.pk)) == []


def test_a_statement_goes_from_the_newest_line_to_the_oldest(admin_client: Client, evening: Evening) -> None:
    address = evening.account("purse:ada")
    answer = admin_client.get(address)
    text = answer.content.decode()
    assert "1,233,967" in text
    assert evening.entry(f"stake:{STAKES - 1:03}") in text
    assert evening.account("stakes:ada") in text
    assert ">Newest</a>" not in text
    assert len(answer.context["lines"]) == PAGE
    older = page(admin_client, address, older=answer.context["older"])
    assert evening.entry("buy-in:1") in older
    assert "Paid in &lt;cash&gt;" in older
    assert ">Newest</a>" in older
    assert ">Older</a>" not in older


def test_a_page_of_a_statement_that_does_not_exist_is_a_sentence(admin_client: Client, evening: Evening) -> None:
    address = evening.account("purse:ada")
    cursor = admin_client.get(address).context["older"]
    assert "That page does not exist." not in page(admin_client, address, older=cursor)
    for bad in ("x", cursor[:-1], dumps([1, 2, 3]), "é:"):
        assert "That page does not exist." in page(admin_client, address, older=bad)
    assert "That page does not exist." in page(admin_client, evening.account("stakes:ada"), older=cursor)


def test_an_account_nothing_has_happened_to_says_so(admin_client: Client, evening: Evening) -> None:
    unit = evening.accounts["issue"].unit_id
    idle = open_account(book=evening.book.pk, unit=unit, role="purse", code="purse:idle")
    text = page(admin_client, reverse("admin:ledger_account_change", args=[idle.pk]))
    assert "Nothing has been posted" in text


# --- Entries


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("stake:01", [f"stake:01{digit}" for digit in range(9, -1, -1)]),
        ("purse:é", ["settle:1"]),
        ("till", ["buy-in:1"]),
        ("sale", ["buy-in:1"]),
        ("sal", ["buy-in:1"]),  # the account sales begins so; a reason has to be whole
        ("priz", []),
        ("prize", ["settle:1"]),
        ("stake stake:01 stake:015", ["stake:015"]),
        ('"buy-in:1"', ["buy-in:1"]),
        ("nothing", []),
        ("%", []),
        ("'", []),
        ('"', []),
    ],
)
def test_entries_are_found_by_key_account_and_reason(
    admin_client: Client, evening: Evening, query: str, found: list[str]
) -> None:
    assert keys(admin_client, q=query) == found


def test_entries_are_found_by_book_and_reason(admin_client: Client, evening: Evening) -> None:
    other = open_book(code="other")
    assert keys(admin_client, reason="sale", book__id__exact=str(evening.book.pk)) == ["buy-in:1"]
    assert keys(admin_client, reason="sale", book__id__exact=str(other.pk)) == []
    assert keys(admin_client, reason="sweep") == []


def test_entries_are_found_by_time(admin_client: Client, evening: Evening) -> None:
    first, last = Entry.objects.earliest("id"), Entry.objects.latest("id")
    since, later = first.posted_at.isoformat(), (last.posted_at + timedelta(seconds=1)).isoformat()
    assert keys(admin_client, posted_from=since, posted_until=later, reason="sale") == ["buy-in:1"]
    assert keys(admin_client, posted_from=since, posted_until="", q="settle") == ["settle:1"]
    assert keys(admin_client, posted_from=later) == []
    assert keys(admin_client, posted_until=since) == []
    assert keys(admin_client, posted_until="2999-12-31T23:59")[0] == last.key


@pytest.mark.parametrize("text", ["yesterday", "2026-13-01T00:00", "2026-02-30T10:00"])
def test_a_time_that_is_none_leads_back_to_the_list(admin_client: Client, evening: Evening, text: str) -> None:
    answer = admin_client.get(reverse("admin:ledger_entry_changelist"), {"posted_from": text})
    assert answer.status_code == 302
    assert admin_client.get(reverse("admin:ledger_entry_changelist"), {"posted_from": ""}).status_code == 200


def test_the_form_for_a_time_keeps_the_other_filters(admin_client: Client, evening: Evening) -> None:
    text = page(admin_client, reverse("admin:ledger_entry_changelist"), reason="stake", posted_from="2026-01-01T00:00")
    form = text[text.index('<form class="ledger-posted"') :].split("</form>")[0]
    assert '<input type="hidden" name="reason" value="stake">' in form
    assert 'name="posted_from" value="2026-01-01T00:00"' in form
    assert 'href="?reason=stake"' in form


def test_more_entries_than_are_counted_are_cut_with_a_word(
    admin_client: Client, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = reverse("admin:ledger_entry_changelist")
    assert "There are more" not in page(admin_client, address)
    monkeypatch.setattr(finding, "MOST", 55)
    text = page(admin_client, address)
    assert "The first 55 are listed. There are more" in text
    assert len(listed(admin_client, "entry", p="2")) == 5


def test_an_entry_shows_its_transfers(admin_client: Client, evening: Evening) -> None:
    text = page(admin_client, evening.entry("buy-in:1"))
    for part in ("1,234,567", "1,234.56", "euro", "counter", "sale", "Paid in &lt;cash&gt;"):
        assert part in text
    for code in ("issue", "purse:ada", "till", "sales"):
        assert evening.account(code) in text


def test_an_entry_with_many_transfers_has_pages(admin_client: Client, evening: Evening) -> None:
    address = evening.entry("settle:1")
    positions = [
        [row[0].position for row in admin_client.get(address, {"page": number}).context["rows"]]
        for number in ("1", "3", "9", "x")
    ]
    assert positions == [list(range(1, 101)), list(range(201, 251)), list(range(201, 251)), list(range(1, 101))]
    assert "Page 3 of 3" in page(admin_client, address, page="3")


def test_a_reversal_and_what_it_reverses_name_each_other(admin_client: Client, evening: Evening) -> None:
    wrong = Entry.objects.get(key="stake:007")
    with connection.cursor() as cursor:  # as if the evening had been committed: one posting in a transaction
        cursor.execute("SELECT set_config('ledger.posted', '', true)")
    undone = post_many(book=evening.book.pk, postings=[Reversal("undo:007", wrong.pk)])[0]
    pages = {entry.pk: reverse("admin:ledger_entry_change", args=[entry.pk]) for entry in (wrong, undone)}
    link = f'reverses <a class="ledger-link" href="{pages[wrong.pk]}">stake:007</a>'
    back = f'reversed by <a class="ledger-link" href="{pages[undone.pk]}">undo:007</a>'
    assert link in page(admin_client, pages[undone.pk])
    assert back in page(admin_client, pages[wrong.pk])
    rows = page(admin_client, reverse("admin:ledger_entry_changelist"), q="stakes:ada")
    assert link in rows
    assert back not in rows  # fifty-nine entries ago: on the next page
    assert back in page(admin_client, reverse("admin:ledger_entry_changelist"), q="stake:00")


# --- The number of queries does not grow


def asked(client: Client, address: str, **query: str) -> int:
    client.get(address, query)
    with CaptureQueriesContext(connection) as queries:
        page(client, address, **query)
    return len(queries)


def test_longer_lists_ask_the_database_no_more_often(admin_client: Client, evening: Evening) -> None:
    entries, accounts = reverse("admin:ledger_entry_changelist"), reverse("admin:ledger_account_changelist")
    assert asked(admin_client, entries) == asked(admin_client, entries, posted_from="2000-01-01T00:00") <= 9
    assert asked(admin_client, entries, reason="stake") == asked(admin_client, entries, reason="sale") <= 9
    assert asked(admin_client, accounts) == asked(admin_client, accounts, role__name__exact="till") <= 10
    books = reverse("admin:ledger_book_changelist")
    one = asked(admin_client, books)
    for number in range(5):
        open_book(code=f"book {number}")
    assert asked(admin_client, books) == one <= 6


def test_longer_pages_ask_the_database_no_more_often(admin_client: Client, evening: Evening) -> None:
    assert asked(admin_client, evening.entry("settle:1")) == asked(admin_client, evening.entry("buy-in:1")) <= 6
    assert asked(admin_client, evening.account("purse:émile")) == asked(admin_client, evening.account("till")) <= 7
    small = open_book(code="small")
    open_account(book=small.pk, unit=evening.accounts["till"].unit_id, role="till", code="till")
    book = reverse("admin:ledger_book_change", args=[evening.book.pk])
    assert asked(admin_client, book) == asked(admin_client, reverse("admin:ledger_book_change", args=[small.pk])) <= 7


# --- Amounts


@pytest.mark.parametrize(
    ("places", "amount", "language", "shown"),
    [
        (0, 0, "en", "0"),
        (0, -1_234_567, "en", "-1,234,567"),
        (2, 1234, "en", "12.34"),
        (2, 5, "en", "0.05"),
        (2, -123_456, "en", "-1,234.56"),
        (0, 2**63 - 1, "en", "9,223,372,036,854,775,807"),
        (9, 2**63 - 1, "en", "9,223,372,036.854775807"),
        (2, -123_456, "fr", "-1\xa0234,56"),
        (2, 123_456, "es", "1\xa0234,56"),
    ],
)
def test_an_amount_is_shown_in_its_unit_and_language(places: int, amount: int, language: str, shown: str) -> None:
    with translation.override(language):
        assert Unit(code="unit", places=places).shown(amount) == shown


@pytest.mark.parametrize(("language", "words"), [("fr", "Balance des comptes"), ("es", "Balance de comprobación")])
def test_the_pages_speak_the_language_of_the_browser(
    admin_client: Client, evening: Evening, language: str, words: str
) -> None:
    address = reverse("admin:ledger_book_change", args=[evening.book.pk])
    assert words in admin_client.get(address, headers={"accept-language": language}).content.decode()
    assert words not in page(admin_client, address)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [
        "entry/?reason=%00",
        "entry/?reason=luck",
        "entry/?q=%00",
        "entry/?q=%22%22",
        "entry/?posted_from=%00",
        "entry/?posted_from=99999-01-01T00:00",
        "entry/?p=abc",
        "entry/%00/change/",
        "entry/99999999999999999999999/change/",
        "account/?role__name__exact=%00",
        "account/?book__id__exact=99999999999999999999999",
        "book/?q=%FF",
    ],
)
def test_a_nonsensical_address_is_never_our_failure(admin_client: Client, address: str) -> None:
    assert admin_client.get(f"/admin/ledger/{address}", follow=True).status_code in {200, 400, 404}
