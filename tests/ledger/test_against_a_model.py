"""The ledger beside a dictionary: whatever is asked in whatever order, both say the same."""

import itertools
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from casino.desk.accounts import Reason, Role
from ledger import balances, books, errors
from ledger.posting import Posting, Reversal, post, post_many, reverse
from ledger.posting import Transfer as Wish
from tests.ledger.verified import findings

NAMES = ("issue", "commission", "ada", "bob", "cy", "pot")
FLOORED = {"ada", "bob", "cy", "pot"}
numbers = itertools.count()

a_transfer = st.tuples(
    st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(1, 40), st.sampled_from([Reason.STAKE, Reason.LOST])
).filter(lambda transfer: transfer[0] != transfer[1])
contents = st.lists(a_transfer, min_size=1, max_size=4)

Content = list[tuple[str, str, int, str]]
Batch = list[tuple[str, Content, str | None]]  # key, content, and the key of what it reverses


class Model:
    """The whole ledger, as a reader would write it down on paper."""

    def __init__(self) -> None:
        self.held = dict.fromkeys(NAMES, 0)
        self.entries: dict[str, tuple[Content, str | None]] = {}  # key → content, and the key of what it reverses
        self.closed: set[str] = set()

    def refusal(self, batch: Batch) -> str | None:
        """The code with which a batch of new or repeated entries must be refused, if it must."""
        new = []
        for key, content, reverses in batch:
            if key in self.entries:
                if self.entries[key] != (content, reverses):
                    return "key_reused"
            else:
                new.append((content, reverses))
        reversed_now = [reverses for _, reverses in new if reverses]
        reversed_before = {reverses for _, reverses in self.entries.values() if reverses}
        if reversed_before & set(reversed_now) or len(set(reversed_now)) != len(reversed_now):
            return "already_reversed"
        moved = [transfer for content, _ in new for transfer in content]
        if any({payer, payee} & self.closed for payer, payee, _, _ in moved):
            return "account_closed"
        after = self.after(moved)
        if any(after[name] < 0 for name in FLOORED):
            return "insufficient_counters"
        return None

    def after(self, moved: Content) -> dict[str, int]:
        held = dict(self.held)
        for payer, payee, amount, _ in moved:
            held[payer] -= amount
            held[payee] += amount
        return held

    def post(self, batch: Batch) -> None:
        for key, content, reverses in batch:
            if key not in self.entries:
                self.entries[key] = (content, reverses)
                self.held = self.after(content)


class Ledger(RuleBasedStateMachine):
    posted = Bundle("posted")

    @initialize()
    def open(self) -> None:
        number = next(numbers)
        self.model = Model()
        self.ids: dict[str, int] = {}
        self.book = books.open_book(code=f"book-{number}").pk
        unit = books.make_unit(code="counter").pk
        roles = {"issue": Role.ISSUE, "commission": Role.COMMISSION, "pot": Role.POT}
        self.accounts = {
            name: books.open_account(book=self.book, unit=unit, role=roles.get(name, Role.PURSE), code=name).pk
            for name in NAMES
        }
        self.keys = itertools.count()

    def wishes(self, content: Content) -> list[Wish]:
        return [
            Wish(self.accounts[payer], self.accounts[payee], amount, reason) for payer, payee, amount, reason in content
        ]

    def compare(self, batch: Batch, act: Any) -> bool:
        """Do it to both. A refusal must be the model's, and leave the ledger as it was."""
        expected = self.model.refusal(batch)
        refused, entries = None, []
        try:
            entries = act()
        except errors.LedgerError as refusal:
            refused = refusal.code
        assert refused == expected, (refused, expected, batch)
        if refused:
            return False
        self.model.post(batch)
        for (key, _, _), entry in zip(batch, entries, strict=True):
            assert self.ids.setdefault(key, entry.pk) == entry.pk
        return True

    def new_key(self) -> str:
        return f"key {next(self.keys)}"

    @rule(target=posted, content=contents)
    def post_one(self, content: Content) -> Any:
        key = self.new_key()
        done = self.compare(
            [(key, content, None)], lambda: [post(book=self.book, key=key, transfers=self.wishes(content))]
        )
        return key if done else multiple()

    @rule(target=posted, batch=st.lists(contents, min_size=2, max_size=3), old=st.none() | posted)
    def post_batch(self, batch: list[Content], old: str | None) -> Any:
        """New entries, and perhaps one that was posted before."""
        asked = [(self.new_key(), content, None) for content in batch]
        known = [(old, *self.model.entries[old])] if old and self.model.entries[old][1] is None else []
        together = [*asked, *known]
        act = lambda: post_many(  # noqa: E731
            book=self.book, postings=[Posting(key, self.wishes(content)) for key, content, _ in together]
        )
        return multiple(*(key for key, _, _ in asked)) if self.compare(together, act) else multiple()

    @rule(target=posted, key=posted, memo=st.sampled_from(["", "dead heat"]))
    def reverse_one(self, key: str, memo: str) -> Any:
        content, _ = self.model.entries[key]
        mirrored = [(payee, payer, amount, reason) for payer, payee, amount, reason in content]
        new = self.new_key()
        act = lambda: [reverse(book=self.book, key=new, entry=self.ids[key], memo=memo)]  # noqa: E731
        return new if self.compare([(new, mirrored, key)], act) else multiple()

    @rule(target=posted, one=posted, other=posted)
    def reverse_two(self, one: str, other: str) -> Any:
        keys = [self.new_key(), self.new_key()]
        batch: Batch = [
            (new, [(payee, payer, amount, reason) for payer, payee, amount, reason in self.model.entries[old][0]], old)
            for new, old in zip(keys, (one, other), strict=True)
        ]
        act = lambda: post_many(  # noqa: E731
            book=self.book, postings=[Reversal(key, self.ids[old]) for key, old in zip(keys, (one, other), strict=True)]
        )
        return multiple(*keys) if self.compare(batch, act) else multiple()

    @rule(key=posted)
    def retry(self, key: str) -> None:
        content, reverses = self.model.entries[key]
        if reverses is None:
            self.compare(
                [(key, content, None)], lambda: [post(book=self.book, key=key, transfers=self.wishes(content))]
            )

    @rule(key=posted, content=contents)
    def reuse(self, key: str, content: Content) -> None:
        self.compare([(key, content, None)], lambda: [post(book=self.book, key=key, transfers=self.wishes(content))])

    @rule(name=st.sampled_from(NAMES))
    def close(self, name: str) -> None:
        if name in FLOORED and self.model.held[name]:
            with pytest.raises(errors.NotEmpty):
                books.close_account(self.accounts[name])
        else:
            books.close_account(self.accounts[name])
            self.model.closed.add(name)

    @invariant()
    def balances_agree(self) -> None:
        if not hasattr(self, "accounts"):
            return
        found = balances.balances(self.accounts.values())
        assert {name: found[account] for name, account in self.accounts.items()} == self.model.held

    def teardown(self) -> None:
        assert findings() == []


@pytest.mark.usefixtures("own_database")
def test_the_ledger_agrees_with_the_model() -> None:
    run_state_machine_as_test(
        Ledger,
        settings=settings(
            max_examples=40, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
