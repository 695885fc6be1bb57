"""What staff did, in words: a sentence for each kind of event. A kind that has none is called by its name.

Only facts that a sentence names are shown. What else an event may hold is not: it could be a hand of cards.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

SENTENCES: Mapping[str, Promise] = {
    "session_made": _("Session made: %(name)s"),
    "session_cleared": _("Demo cleared"),
    "session_opened": _("Session opened"),
    "session_closed": _("Session closed"),
    "player_joined": _("Player added: %(player)s"),
    "player_renamed": _("Player renamed: %(before)s is now %(player)s"),
    "player_removed": _("Player sent away: %(player)s"),
    "code_reissued": _("New code given to %(player)s"),
    "pairing_offered": _("Code for a device given: %(device)s %(label)s"),
    "device_paired": _("Device paired: %(device)s %(label)s"),
    "device_revoked": _("Device signed out: %(device)s %(label)s"),
    "bought_in": _("Counters handed out: %(counters)s"),
    "cashed_out": _("Counters taken back: %(counters)s"),
    "table_opened": _("Table opened: %(game)s"),
    "table_closed": _("Table closed"),
    "sat_down": _("Seat taken by %(seat)s"),
    "stood_up": _("Seat of %(seat)s freed"),
    "bank_topped_up": _("Bank topped up by %(counters)s"),
    "office_passed": _("Office passed from %(before)s to %(office)s"),
    "round_opened": _("Round opened"),
    "stake_made": _("Stake of %(counters)s made for %(seat)s: %(market)s %(selection)s"),
    "stake_withdrawn": _("Stake of %(counters)s withdrawn for %(seat)s: %(market)s %(selection)s"),
    "paused": _("Round paused"),
    "resumed": _("Round resumed"),
    "off": _("Off called"),
    "dealt_by_hand": _("Dealt by hand: move %(move)s"),
    "taken_back": _("Card taken back: move %(move)s"),
    "round_settled": _("Round settled; the office gained %(gained)s"),
    "round_void": _("Round void: %(reason)s"),
    "round_corrected": _("Round corrected: %(reason)s"),
    "ticket_sold": _("Ticket %(number)s sold"),
    "ticket_withdrawn": _("Ticket %(number)s withdrawn"),
    "ticket_paid": _("Ticket %(number)s paid: %(counters)s"),
    "table_planned": _("Table planned: %(name)s"),
    "plan_dropped": _("Planned table dropped: %(name)s"),
    "programme_changed": _("Programme changed"),
    "message": _("Message to the screen: %(text)s"),
    "rounds_stopped": _("No further rounds"),
    "rounds_follow": _("Rounds follow each other"),
    "taken_over": _("Taken over from the workers"),
    "float_put": _("Change put into the till"),
    "counted": _("Counted: %(account)s %(reason)s"),
    "takings_handed_over": _("Takings handed over"),
    "swept": _("Swept up: %(counters)s counters from %(purses)s purses"),
    "claimed": _("Given back to %(player)s what was swept up: %(counters)s"),
    "prize_announced": _("Prize announced: %(place)s %(what)s"),
    "prize_dropped": _("Prize taken back: %(place)s %(what)s"),
    "prize_awarded": _("Prize awarded: %(place)s %(what)s, to %(winners)s"),
}
_CHANGED = gettext_lazy("Settings changed: %(changes)s")


def in_words(kind: str, body: Mapping[str, Any]) -> str:
    try:
        if kind == "session_changed":
            return str(_CHANGED) % {"changes": _changes(body["before"], body["after"])}
        if kind == "bank_offered":
            return _offered(body["counters"])
        return (str(SENTENCES[kind]) % {name: _joined(fact) for name, fact in body.items()}).strip()
    except (KeyError, TypeError, AttributeError):  # an event of another version of the house
        return kind.replace("_", " ")


def _joined(fact: Any) -> Any:
    return ", ".join(map(str, fact)) if isinstance(fact, list) else fact


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    return "; ".join(f"{name.replace('_', ' ')}: {_shown(before[name])} → {_shown(after[name])}" for name in after)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return "–" if value is None or value == "" else str(value)


def _offered(counters: int | None) -> str:
    if counters is None:
        return gettext("Bank no longer offered")
    return gettext("Bank of %(counters)s offered") % {"counters": counters}
