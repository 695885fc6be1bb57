"""Accounts of the people who run the house."""

from django.conf import settings
from django.contrib import admin
from django.contrib.auth import admin as auth_admin
from django.contrib.auth.models import Group, User

from casino.admin import ModelAdmin

admin.site.unregister([User, Group])


@admin.register(User)
class UserAdmin(auth_admin.UserAdmin, ModelAdmin):  # type: ignore[type-arg, misc]
    if settings.ADMIN_THEME == "unfold":
        from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

        form = UserChangeForm
        add_form = UserCreationForm
        change_password_form = AdminPasswordChangeForm


@admin.register(Group)
class GroupAdmin(auth_admin.GroupAdmin, ModelAdmin):  # type: ignore[misc]
    pass
