"""The evening at a glance: counters about, what each office made, what purses hold, and luck against the odds."""

from dataclasses import dataclass
from statistics import median_low
from typing import Any

from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from casino.clubs.models import Session
from casino.clubs.sessions import COUNTER
from casino.desk import plots
from casino.desk.circulating import circulation_of
from casino.desk.expecting import Point, course_of
from casino.desk.plots import Plot
from casino.desk.turnover import kept_by_table, turnover_of
from casino.pages import Page
from ledger import balances
from ledger.models import Unit

MOST_BARS = 40  # the table has them all


@dataclass(frozen=True)
class Figure:
    """A plot, what it shows in words, and the same numbers as a table. Without a plot, the words say why."""

    name: str  # in the ids of its parts
    title: str
    words: str
    plot: Plot | None = None
    legend: str = ""
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


class Dashboard(Page):
    name, label, template, is_step = "dashboard", _("Dashboard"), "desk/dashboard.html", True

    @classmethod
    def shown(cls, request: HttpRequest, item: Session) -> dict[str, Any]:  # noqa: ARG003
        unit = Unit.objects.filter(code=COUNTER).first() or Unit(code=COUNTER, places=0)
        return {"figures": [draw(item, unit) for draw in (_circulation, _results, _purses, _luck)]}


def _circulation(session: Session, unit: Unit) -> Figure:
    title, points = gettext("Counters about"), circulation_of(session)
    if not points:
        return Figure("circulation", title, gettext("No counters have been issued."))
    long = (points[-1][0] - points[0][0]).days > 0
    times = [_time(when, long=long) for when, _ in points]
    peak = max(range(len(points)), key=lambda n: points[n][1])
    facts = {"most": unit.shown(points[peak][1]), "time": times[peak], "now": unit.shown(points[-1][1])}
    words = gettext("At most %(most)s were about, by %(time)s; at the end of the line %(now)s.") % facts
    note = gettext("Issued and not given back: in purses, in banks and on the cloth.")
    places = [((when - points[0][0]).total_seconds(), about) for when, about in points]
    ends = [(places[0][0], times[0]), (places[-1][0], times[-1])]
    rows = tuple((time, unit.shown(about)) for time, (_, about) in zip(times, points, strict=True))
    heads = (gettext("time"), gettext("counters"))
    return Figure("circulation", title, f"{words} {note}", plots.steps(places, ends, unit.shown), "", heads, rows)


def _results(session: Session, unit: Unit) -> Figure:
    title = gettext("Result by table and office")
    found = [(line.name, line.role, line.result) for line in turnover_of(session) if line.unit == unit.code]
    found += kept_by_table(session, unit.code)  # a pool itself comes to nothing
    if not found:
        return Figure("results", title, gettext("No table has been opened."))
    named = [(f"{name}, {role}", result) for name, role, result in found]
    words = gettext("Together the offices have made %(result)s. Right of the line they gained, left of it they lost.")
    heads = (gettext("table"), gettext("office"), gettext("result"))
    rows = tuple((name, role, unit.shown(result)) for name, role, result in found)
    said = words % {"result": unit.shown(sum(result for *_, result in found))}
    return Figure("results", title, said, plots.signed_bars(named[:MOST_BARS], unit.shown), "", heads, rows)


def _purses(session: Session, unit: Unit) -> Figure:
    title = gettext("What purses hold")
    held = list(balances.balances(session.players.values_list("purse", flat=True)).values())
    if not held:
        return Figure("purses", title, gettext("Nobody has joined."))
    found = plots.bins(held)
    facts = {"purses": len(held), "median": unit.shown(median_low(held)), "most": unit.shown(max(held))}
    words = gettext("%(purses)s purses; half of them hold %(median)s or less, the fullest %(most)s.") % facts
    heads = (gettext("from"), gettext("to"), gettext("purses"))
    rows = tuple((unit.shown(first), unit.shown(last), str(many)) for first, last, many in found)
    return Figure("purses", title, words, plots.histogram(found, unit.shown), "", heads, rows)


def _luck(session: Session, unit: Unit) -> Figure:
    title, course = gettext("The house against its odds"), course_of(session)
    left_out = gettext("Rounds left out because their chances are not known: %(rounds)s.") % {"rounds": course.left_out}
    more = f" {left_out}" if course.left_out else ""
    if not course.points:
        words = gettext("No round at fixed odds in which the house held the office has been settled.")
        return Figure("luck", title, words + more)
    points = plots.thinned([Point.none(), *course.points])
    drawn = [(point.rounds, point.actual, float(point.expected), point.band) for point in points]
    plot = plots.band(drawn, unit.shown, first="0", last=_rounds(points[-1].rounds))
    heads = (gettext("rounds"), gettext("gained"), gettext("expected"), "±")
    rows = tuple(
        (str(n), unit.shown(actual), unit.shown(round(mean)), unit.shown(round(off))) for n, actual, mean, off in drawn
    )
    legend = gettext("Solid: gained. Dashed: what the odds lead to expect. Shaded: two standard deviations either way.")
    return Figure("luck", title, luck_words(points[-1], unit) + more, plot, legend, heads, rows)


def luck_words(point: Point, unit: Unit) -> str:
    off = round(point.actual - point.expected)
    facts = {"by": unit.shown(abs(off)), "band": unit.shown(round(point.band))}
    if off < 0:
        said = gettext("The house is %(by)s below what the odds lead to expect;") % facts
    elif off > 0:
        said = gettext("The house is %(by)s above what the odds lead to expect;") % facts
    else:
        said = gettext("The house has gained what the odds lead to expect;")
    usual = gettext("with stakes like these it is within ±%(band)s of that in about 95 of 100 evenings.") % facts
    unusual = gettext("It is seldom so far off.") if abs(point.actual - point.expected) > point.band else ""
    return f"{said} {usual} {unusual}".rstrip()


def _rounds(number: int) -> str:
    return ngettext("%(rounds)s round", "%(rounds)s rounds", number) % {"rounds": number}


def _time(when: Any, *, long: bool) -> str:
    return date_format(localtime(when), "m-d H:i" if long else "H:i:s")
