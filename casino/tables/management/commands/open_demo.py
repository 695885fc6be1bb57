"""`manage.py open_demo`: in a house without a session, open one that plays by itself, and the sandbox beside it.

Prints the demo's code if it was opened just now, and the sandbox's if there is one.
"""

import json
from typing import Any

from django.core.management.base import BaseCommand

from casino import demo, sandbox


class Command(BaseCommand):
    help = "In a house without a session, open a demo that plays by itself; keep its sandbox open."

    def handle(self, *_: Any, **__: Any) -> None:
        opened = demo.open_if_empty()
        kept = sandbox.keep_open()
        told = {"demo": opened.code if opened else None, "sandbox": kept.code if kept else None}
        self.stdout.write(json.dumps(told))
