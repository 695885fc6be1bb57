#!/usr/bin/env python
"""Django's own commands. `casino` is the house's command; it calls these where they fit."""

import os
import sys

from django.core.management import execute_from_command_line

from casino.environment import forget_other_peoples_variables
from casino.refusals import Refused


def main() -> int:
    forget_other_peoples_variables()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    try:
        execute_from_command_line(sys.argv)
    except Refused as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
