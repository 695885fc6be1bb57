"""Every admin class works in the theme, and on Django's own admin."""

import subprocess
import sys

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from casino.home import PROJECT
from tests.houses import clean_environment


def pages() -> list[str]:
    found = [reverse("admin:index"), reverse("admin:password_change")]
    for model in admin.site._registry:
        label = f"{model._meta.app_label}_{model._meta.model_name}"
        found += [reverse(f"admin:{label}_changelist"), reverse(f"admin:{label}_add")]
    return found


@pytest.mark.django_db
def test_every_page_of_the_admin_renders(admin_client: Client) -> None:
    user = User.objects.get()
    for page in [
        *pages(),
        reverse("admin:auth_user_change", args=[user.pk]),
        reverse("admin:auth_user_password_change", args=[user.pk]),
    ]:
        assert admin_client.get(page).status_code in {200, 403}, page
    assert admin_client.get(reverse("admin:auth_user_change", args=[user.pk])).status_code == 200


@pytest.mark.django_db
def test_the_theme_is_on_by_default(client: Client) -> None:
    assert b"unfold" in client.get("/admin/login/").content


def test_the_same_pages_render_on_the_plain_admin() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", __file__, "-k", "every_page"],
        env=clean_environment(CASINO_ADMIN_THEME="plain"),
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 passed" in done.stdout, done.stdout + done.stderr
