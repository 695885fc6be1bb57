"""Accounts of staff: made by an organiser who types a name, and given a password by whoever gets the link.

A link is only for an account that never had a password. So nobody takes an account over by naming it, and one that is
given a part in another club stays whose it is.
"""

import re
import unicodedata

from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import IntegrityError, transaction
from django.urls import reverse

from casino.clubs.actors import Actor, clubs_of
from casino.clubs.models import Club, Staff
from games.kit.errors import RuleBroken

USERNAME_LENGTH = 150
PLAIN = re.compile(rf"[A-Za-z0-9@.+_-]{{1,{USERNAME_LENGTH}}}")


class _Links(PasswordResetTokenGenerator):
    """Good until the password it was made for has changed, or for `PASSWORD_RESET_TIMEOUT`."""

    key_salt = "casino.clubs.accounts"


links = _Links()


@transaction.atomic
def add_staff(*, club: Club, username: str, part: str) -> tuple[Staff, str]:
    """A part in the club, and the link for an account that was made for it; nothing for one that was there."""
    user, link = User.objects.filter(username=username).first(), ""
    if user is None:
        user = _make_account(username)
        link = link_for(user)
    elif not (user.is_active and user.is_staff):
        raise RuleBroken("account_not_staff", "The account %(name)s may not log in here.", name=username)
    try:
        with transaction.atomic():
            return Staff.objects.create(club=club, user=user, part=part), link
    except IntegrityError:
        raise RuleBroken("staff_already", "%(name)s is staff of this club already.", name=username) from None


def _make_account(username: str) -> User:
    look = looks(username)
    if not PLAIN.fullmatch(look) or unicodedata.normalize("NFKC", username) != username:
        raise RuleBroken(
            "bad_username",
            "A username is 1 to %(most)s letters of the Latin alphabet, digits and @ . + - _, without blanks.",
            most=USERNAME_LENGTH,
        )
    if look in map(looks, User.objects.values_list("username", flat=True)):
        raise RuleBroken(
            "username_too_alike",
            "Another account has a name that looks the same. Spell it as that person does, or choose another.",
        )
    user = User(username=username, is_staff=True)
    user.set_unusable_password()
    user.save()
    return user


def looks(username: str) -> str:
    """What is left of a name for a tired eye: no accents, no capitals."""
    letters = unicodedata.normalize("NFKD", username)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).lower()


def link_for(user: User) -> str:
    """Where this person chooses a password, once."""
    return reverse("choose-password", args=[user.pk, links.make_token(user)])


def never_had_a_password(user: User) -> bool:
    return user.is_active and user.is_staff and user.last_login is None and not user.has_usable_password()


def is_genuine(user: User, token: str) -> bool:
    return never_had_a_password(user) and links.check_token(user, token)


@transaction.atomic
def renew_link(staff: Staff, *, by: Actor) -> str:
    """Another link in place of the last one, which ends. Only within the clubs that whoever asks organises."""
    user = User.objects.select_for_update().get(pk=staff.user_id)
    if not never_had_a_password(user):
        raise RuleBroken("password_chosen", "%(name)s has chosen a password already.", name=user.username)
    assert by.id is not None, "only staff are asked"
    if not _answers_for(User.objects.get(pk=by.id), user):
        raise RuleBroken(
            "not_only_yours",
            "%(name)s works elsewhere, too: whoever made the house can give a link.",
            name=user.username,
        )
    user.set_unusable_password()  # other letters than before: the last link was made for those
    user.save(update_fields=["password"])
    return link_for(user)


def _answers_for(asker: User, user: User) -> bool:
    """Whether all that this account may do is for whoever asks to give."""
    if asker.is_superuser:
        return True
    if user.is_superuser or user.groups.exists() or user.user_permissions.exists():
        return False
    return not user.parts.exclude(club__in=clubs_of(asker, [Staff.Part.ORGANISER])).exists()


def require_another_organiser(staff: Staff) -> None:
    """A club keeps an organiser. Two who leave at the same moment wait for each other here."""
    Club.objects.select_for_update(no_key=True).get(pk=staff.club_id)
    organisers = Staff.objects.filter(club=staff.club_id, part=Staff.Part.ORGANISER, user__is_active=True)
    if not organisers.exclude(pk=staff.pk).exists():
        raise RuleBroken(
            "last_organiser",
            "%(name)s is the only organiser of this club: name another first.",
            name=staff.user.username,
        )
