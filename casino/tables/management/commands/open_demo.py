"""`manage.py open_demo`: in a house without a session, open one that plays by itself. Prints its code."""

from typing import Any

from django.core.management.base import BaseCommand

from casino import demo


class Command(BaseCommand):
    help = "In a house without a session, open a demo that plays by itself."

    def handle(self, *_: Any, **__: Any) -> None:
        if session := demo.open_if_empty():
            self.stdout.write(session.code)
