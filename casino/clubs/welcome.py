"""The first organiser makes their own account, through a link that only the terminal shows and that works once."""

from django.contrib.auth import get_user_model, login
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.core import signing
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from casino.refusals import Refused

_signer = signing.Signer(salt="casino.clubs.welcome")
_TEXT = "organiser"
_LOCK = 0x0CA51201  # any number that nothing else in the house locks


def link_path() -> str:
    return reverse("welcome", args=[_signer.sign(_TEXT).partition(":")[2]])


def house_has_an_organiser() -> bool:
    return get_user_model().objects.filter(is_superuser=True).exists()


def _is_genuine(token: str) -> bool:
    try:
        return bool(_signer.unsign(f"{_TEXT}:{token}") == _TEXT)
    except signing.BadSignature:
        return False


@transaction.atomic
def create_first_organiser(form: "OrganiserForm") -> User:
    """Two people with the same link: the second waits here and is refused."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
    if house_has_an_organiser():
        raise Refused("welcome_used", "This link has been used.")
    user: User = form.save(commit=False)
    user.is_staff = user.is_superuser = True
    user.save()
    return user


class OrganiserForm(UserCreationForm):  # type: ignore[type-arg]
    class Meta(UserCreationForm.Meta):
        model = User
        fields = ("username", "email")


@never_cache
@sensitive_post_parameters()
def welcome(request: HttpRequest, token: str) -> HttpResponse:
    if not _is_genuine(token):
        return render(request, "clubs/welcome_unknown.html", status=404)
    if house_has_an_organiser():
        return render(request, "clubs/welcome_used.html", status=410)
    form = OrganiserForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = create_first_organiser(form)
        except Refused:
            return render(request, "clubs/welcome_used.html", status=410)
        login(request, user)
        return redirect("admin:index")
    return render(request, "clubs/welcome.html", {"form": form}, status=400 if form.is_bound else 200)
