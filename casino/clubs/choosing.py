"""The page behind the link of a new account: its owner chooses a password there, once, and is logged in."""

from django.contrib.auth import login
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from casino.clubs.accounts import is_genuine


@never_cache
@sensitive_post_parameters()
@transaction.atomic
def choose_password(request: HttpRequest, user_id: int, token: str) -> HttpResponse:
    """Two with the same link: the second waits for the first, and finds the link used."""
    user = User.objects.select_for_update().filter(pk=user_id).first()
    if user is None or not is_genuine(user, token):
        return render(request, "clubs/choose_gone.html", status=410)
    form = SetPasswordForm(user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        form.save()
        login(request, user)
        return redirect("admin:index")
    status = 400 if form.is_bound else 200
    return render(request, "clubs/choose_password.html", {"form": form, "name": user.username}, status=status)
