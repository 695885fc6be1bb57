"""The base of every admin class: the theme's if it is installed, Django's own if not."""

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse

if settings.ADMIN_THEME == "unfold":
    from unfold.admin import ModelAdmin
    from unfold.widgets import UnfoldAdminIntegerFieldWidget as NumberInput
    from unfold.widgets import UnfoldAdminSelectWidget as Select
    from unfold.widgets import UnfoldAdminTextareaWidget as Textarea
    from unfold.widgets import UnfoldAdminTextInputWidget as TextInput
else:
    from django.contrib.admin.widgets import AdminTextareaWidget as Textarea
    from django.contrib.admin.widgets import AdminTextInputWidget as TextInput
    from django.forms import NumberInput, Select

    ModelAdmin = admin.ModelAdmin

__all__ = ["ModelAdmin", "NumberInput", "PageAdmin", "Select", "TextInput", "Textarea"]


class PageAdmin(ModelAdmin):  # type: ignore[misc]
    """Lists whose columns are read for all rows at once, and pages with more on them than fields."""

    actions = None
    list_per_page = 50
    list_max_show_all = 0
    show_facets = admin.ShowFacets.NEVER  # they would count every row, once for each choice of each filter

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        changelist = super().get_changelist_instance(request)
        changelist.result_list = list(changelist.result_list)
        self.complete(changelist.result_list)
        return changelist

    def complete(self, rows: list[Any]) -> None:
        """Read for all rows of a page at once what their columns show."""

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, obj: Any = None, **kwargs: Any
    ) -> HttpResponse:
        if obj is not None:
            context.update(self.below(request, obj))
        answer: HttpResponse = super().render_change_form(request, context, *args, obj=obj, **kwargs)
        return answer

    def below(self, request: HttpRequest, item: Any) -> dict[str, Any]:  # noqa: ARG002
        """What the page of one item shows beside its fields."""
        return {}
