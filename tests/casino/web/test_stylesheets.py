"""Stylesheets: every colour that one of them names is there on the pages that have it."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from casino.web import boards
from games.registry import GAMES

PAGES = {
    "the house": ["web/house.css"],
    "the phone": ["web/house.css", "web/play.css", *boards.stylesheets(*GAMES)],
    "the screen": ["web/screen.css", *boards.stylesheets(*GAMES)],
    "the verifier": ["web/house.css", "web/verify.css"],
}


@pytest.mark.parametrize("page", PAGES)
def test_every_colour_that_is_named_is_there(page: str) -> None:
    text = "".join(Path(str(finders.find(name))).read_text() for name in PAGES[page])
    named, there = set(re.findall(r"var\((--[\w-]+)\)", text)), set(re.findall(r"(--[\w-]+)\s*:", text))
    assert named
    assert named <= there
