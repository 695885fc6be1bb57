"""The OpenAPI document, made once: it is the same for everybody, and takes seconds."""

from functools import cache

from django.http import HttpResponse
from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer

from casino.api.operations import PublicResource


@cache
def written() -> str:
    """As YAML. `docs/openapi.yaml` is the same; a test compares them."""
    with override("en"):
        schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
        text: bytes = OpenApiYamlRenderer().render(schema, renderer_context={})  # type: ignore[no-untyped-call]
    return text.decode()


class Document(PublicResource):
    schema = None

    def get(self, _request: object) -> HttpResponse:
        return HttpResponse(written(), content_type="application/vnd.oai.openapi; charset=utf-8")
