"""Logging in to the admin. Passwords are counted before they are looked at, together with those sent to the API."""

from typing import Any

import redis
from django import forms
from django.conf import settings
from django.utils.translation import gettext

from casino.clubs.accounts import USERNAME_LENGTH
from casino.throttling import MOST_PASSWORDS, Throttled, asked_over, counted_beforehand

if settings.ADMIN_THEME == "unfold":
    from unfold.forms import AuthenticationForm
else:
    from django.contrib.admin.forms import AdminAuthenticationForm as AuthenticationForm


class HouseLogin(AuthenticationForm):  # type: ignore[misc]
    """So many wrong passwords a minute for a name, and for an address. Nobody learns which names there are."""

    def clean(self) -> dict[str, Any]:
        said: dict[str, Any] = self.cleaned_data
        if "username" not in said or "password" not in said:
            return said
        try:
            with (
                counted_beforehand("login", asked_over(self.request)),
                counted_beforehand("password", said["username"].casefold()[:USERNAME_LENGTH], most=MOST_PASSWORDS),
            ):
                super().clean()
                return said
        except Throttled as throttled:
            sentence = gettext("Too many wrong passwords. Try again in %(seconds)s seconds.")
            raise forms.ValidationError(sentence % {"seconds": throttled.wait}, code="throttled") from None
        except redis.RedisError:
            # As the API does: passwords are not guessed while nobody counts.
            sentence = gettext(
                "The house cannot count wrong passwords just now, so it looks at none. Redis is away; try again soon."
            )
            raise forms.ValidationError(sentence, code="busy") from None
