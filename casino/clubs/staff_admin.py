"""Staff of a club in the admin: an organiser types a name, and hands a link over where the account is new."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.acts import REFUSALS, Act, AddForm, AddingAdmin, Done, page_of
from casino.admin import TextInput
from casino.clubs import noting
from casino.clubs.accounts import (
    USERNAME_LENGTH,
    add_staff,
    never_had_a_password,
    renew_link,
    require_another_organiser,
)
from casino.clubs.actors import Actor
from casino.clubs.addresses import house_address
from casino.clubs.models import Staff
from casino.clubs.parts import MANAGES, OwnChoices
from casino.wording import words
from games.kit.errors import RuleBroken


class AddStaff(AddForm):
    link = ""
    # Typed, not chosen: the names of everybody in the house are not for every organiser to read.
    user = forms.CharField(
        label=_("username"),
        max_length=USERNAME_LENGTH,
        widget=TextInput,
        help_text=_("Of an account of this house. If there is none, it is made, and you get a link to hand over."),
    )

    def make(self, said: dict[str, Any]) -> Staff:
        staff, self.link = add_staff(club=said["club"], username=said["user"], part=said["part"])
        return staff


class ChangeStaff(forms.ModelForm):  # type: ignore[type-arg]
    is_superuser = False  # of whoever asks

    def clean_part(self) -> str:
        part: str = self.cleaned_data["part"]
        demoted = self.instance.part == Staff.Part.ORGANISER != part
        if demoted and not self.is_superuser:
            try:
                require_another_organiser(self.instance)
            except RuleBroken as refused:
                raise forms.ValidationError(words(refused)) from None
        return part


class NewLink(Act):
    name, label = "new-link", _("Give a new link")

    @classmethod
    def fits(cls, item: Staff) -> bool:
        return never_had_a_password(item.user)

    def do(self, by: Actor) -> Done:
        return Done(link_told(self.item, self.house + renew_link(self.item, by=by)))


def link_told(staff: Staff, link: str) -> str:
    sentence = gettext(
        "Hand this link to %(name)s, who chooses a password there. It works once, for three days, and is shown only"
        " now: %(link)s"
    )
    return sentence % {"name": staff.user.username, "link": link}


@admin.register(Staff)
class StaffAdmin(AddingAdmin):
    club_path = "club"
    organisers_change = True
    acts = (NewLink,)
    form = ChangeStaff
    add_form = AddStaff
    add_fields = ("club", "user", "part")
    list_display = ("user", "part", "club")
    list_filter = ("part", ("club", OwnChoices))
    list_select_related = ("user", "club")
    fields = ("club", "user", "part")
    readonly_fields = ("club", "user")

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:  # noqa: FBT001, FBT002
        form = super().get_form(request, obj, change=change, **kwargs)
        form.is_superuser = request.user.is_superuser
        return form

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_part(request, obj, MANAGES)

    def save_model(self, request: HttpRequest, obj: Staff, form: Any, change: bool) -> None:  # noqa: FBT001
        super().save_model(request, obj, form, change)
        if not change and form.link:
            messages.warning(request, link_told(obj, house_address(request) + form.link))

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        try:
            answer: HttpResponse = super().delete_view(request, object_id, extra_context)
        except REFUSALS as refused:
            messages.error(request, words(refused))
            return redirect(page_of(self.get_object(request, object_id)))
        return answer

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> Any:  # noqa: ARG002, FBT001, FBT002
        return noting.part_changed(form.instance, None if add else form.initial["part"])

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        return noting.note_removed(request, queryset)

    def delete_model(self, request: HttpRequest, obj: Staff) -> None:
        if obj.part == Staff.Part.ORGANISER and not request.user.is_superuser:
            require_another_organiser(obj)
        super().delete_model(request, obj)
