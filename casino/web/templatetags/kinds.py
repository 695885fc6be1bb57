"""What a page can be told of in a stream: a browser hears only the kinds it names."""

from django import template

from casino.api.events import BODIES

register = template.Library()


@register.simple_tag
def kinds() -> str:
    return " ".join(BODIES)
