"""Every admin class works in the theme, and on Django's own admin."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from ledger.books import make_unit, open_account, open_book
from ledger.posting import Transfer, post


def pages() -> list[str]:
    found = [reverse("admin:index"), reverse("admin:password_change")]
    for model in admin.site._registry:
        label = f"{model._meta.app_label}_{model._meta.model_name}"
        found += [reverse(f"admin:{label}_changelist"), reverse(f"admin:{label}_add")]
    return found


def ledger_pages() -> list[str]:
    """Pages about a book, its accounts and its entry, all with something on them."""
    book, unit = open_book(code="race-night"), make_unit(code="counter")
    issue, purse = (open_account(book=book.pk, unit=unit.pk, role=role, code=role) for role in ("issue", "purse"))
    entry = post(book=book.pk, key="buy-in", transfers=[Transfer(issue.pk, purse.pk, 1_000, "buy-in")])
    found = [
        reverse(f"admin:ledger_{item._meta.model_name}_change", args=[item.pk]) for item in (book, issue, purse, entry)
    ]
    lists = [reverse(f"admin:ledger_{model}_changelist") for model in ("book", "account", "entry")]
    return [*found, *lists, f"{lists[2]}?q=purse&reason=buy-in&posted_from=2026-01-01T00:00", f"{found[1]}?older=none"]


@pytest.mark.django_db
def test_every_page_of_the_admin_renders(admin_client: Client) -> None:
    user = User.objects.get()
    for page in [*pages(), reverse("admin:auth_user_password_change", args=[user.pk])]:
        assert admin_client.get(page).status_code in {200, 403}, page
    for page in [reverse("admin:auth_user_change", args=[user.pk]), *ledger_pages()]:
        assert admin_client.get(page).status_code == 200, page


@pytest.mark.django_db
def test_the_theme_is_on_by_default(client: Client) -> None:
    assert b"unfold" in client.get("/admin/login/").content
