"""The base of every admin class: the theme's if it is installed, Django's own if not."""

from django.conf import settings
from django.contrib import admin

if settings.ADMIN_THEME == "unfold":
    from unfold.admin import ModelAdmin
else:
    ModelAdmin = admin.ModelAdmin

__all__ = ["ModelAdmin"]
