"""The courses of the house for the tests, and prospects on them."""

from dataclasses import replace
from importlib import resources

from games.derby.course import Course, Finish
from games.derby.law import Race, law_of
from games.derby.odds import Prospects
from games.derby.prospect import Prospect, read_starts
from games.kit.courses import read_courses

FOLDER = resources.files("games.derby")
_printed = read_courses(Course, FOLDER.joinpath("courses.toml").read_text("utf-8"))
COURSES = {
    **_printed,
    "derby-day, clipped": replace(_printed["derby-day"], clips=True),
    "grand-national, clipped": replace(_printed["grand-national"], clips=True),
    "myopia, English": replace(_printed["myopia"], finish=Finish.EXACT),
    "myopia, English, clipped": replace(_printed["myopia"], finish=Finish.EXACT, clips=True),
}
EXCHANGEABLE = [name for name, course in COURSES.items() if not name.startswith("myopia")]
STARTS = read_starts(FOLDER.joinpath("starts.toml").read_text("utf-8"))
PROSPECTS = Prospects(STARTS)


def of(course: str, positions: tuple[int, ...], *, donkey: bool = False) -> Prospect:
    return PROSPECTS.of(COURSES[course], donkey, positions)


def race(course: str, horses: int, *, donkey: bool = False) -> Race:
    return Race(law_of(COURSES[course]), donkey, horses)
