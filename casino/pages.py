"""More pages of one thing in the admin, beside the form of its own: the steps of an evening, and sheets to print."""

from typing import Any, ClassVar

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from casino.acts import Act, ActingAdmin, page_of
from casino.clubs.models import Staff
from casino.clubs.parts import ANYBODY


class Page:
    """One page about a thing: what it shows, who may see it, and what can be done on it."""

    name: ClassVar[str]  # in its address
    label: ClassVar[Any]
    template: ClassVar[str]  # extends `clubs/page.html`, or `clubs/sheet.html` if it is to be printed
    parts: ClassVar[frozenset[Staff.Part]] = ANYBODY
    acts: ClassVar[tuple[type[Act], ...]] = ()
    is_step: ClassVar[bool] = False  # of the evening: it has a place in the line of steps

    @classmethod
    def fits(cls, item: Any) -> bool:  # noqa: ARG003
        """Whether there is anything to see yet."""
        return True

    @classmethod
    def shown(cls, request: HttpRequest, item: Any) -> dict[str, Any]:
        raise NotImplementedError

    @classmethod
    def language(cls, request: HttpRequest, item: Any) -> str:  # noqa: ARG003
        """In which it is written: that of whoever reads it, unless it is for somebody else."""
        return get_language() or settings.LANGUAGE_CODE

    @classmethod
    def address(cls, item: Model) -> str:
        return reverse(f"admin:{item._meta.app_label}_{item._meta.model_name}_{cls.name}", args=[item.pk])


class PagedAdmin(ActingAdmin):
    pages: tuple[type[Page], ...] = ()

    def get_urls(self) -> list[URLPattern]:
        of = f"{self.opts.app_label}_{self.opts.model_name}"
        found = [
            path(
                f"<int:object_id>/{page.name}/",
                self.admin_site.admin_view(self._view(page)),
                name=f"{of}_{page.name}",
            )
            for page in self.pages
        ]
        return [*found, *super().get_urls()]

    def act_named(self, name: str) -> type[Act] | None:
        found = [act for page in self.pages for act in page.acts if act.name == name]
        return super().act_named(name) or next(iter(found), None)

    def _view(self, page: type[Page]) -> Any:
        def view(request: HttpRequest, object_id: int) -> HttpResponse:
            item = self.get_object(request, str(object_id))
            if not self.has_part(request, item, page.parts):
                raise PermissionDenied
            if not page.fits(item):
                raise Http404
            with override(page.language(request, item)):
                return TemplateResponse(request, page.template, self._context(request, item, page)).render()

        return view

    def _context(self, request: HttpRequest, item: Any, page: type[Page]) -> dict[str, Any]:
        return {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "media": self.media,
            "original": item,
            "title": str(item),
            "subtitle": page.label,
            "page": page,
            "steps": self.steps(request, item, page),
            "steps_label": self.steps_label,
            "acts": self.offered(request, item, page.acts),
            "back": page.address(item),
            "home": page_of(item),
            **page.shown(request, item),
        }

    def steps(self, request: HttpRequest, item: Any, now: type[Page] | None) -> list[dict[str, Any]]:
        """The line of steps, its own page first, as far as this person may go."""
        seen = [page for page in self.pages if page.is_step and page.fits(item)]
        return [
            {"label": self.first_step, "address": page_of(item), "now": now is None},
            *(
                {"label": page.label, "address": page.address(item), "now": page is now}
                for page in seen
                if self.has_part(request, item, page.parts)
            ),
        ]

    first_step: Any = ""
    steps_label: Any = _("Steps of the evening")

    def below(self, request: HttpRequest, item: Any) -> dict[str, Any]:
        steps = {"steps": self.steps(request, item, None), "steps_label": self.steps_label}
        return {**super().below(request, item), **steps}
