"""Correcting a hand-dealt round from the admin: the cards as they were typed, what would change, and then that."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from casino.acts import REFUSALS, Act, Done
from casino.admin import Textarea
from casino.clubs.actors import Actor
from casino.clubs.parts import MANAGES
from casino.pages import Page
from casino.tables.correcting import VERSION_LENGTH, Plan, correct_round, plan_correction
from casino.tables.models import Round
from casino.tables.naming import finish_in_words
from casino.tables.playing import game_of
from casino.tables.requiring import LONGEST_REASON
from casino.tables.typed_cards import as_lines, typed_moves
from casino.wording import words

LONGEST_TYPED = 15_000  # characters; the longest race has some hundred deals


@dataclass(frozen=True)
class Shown:
    """A plan, or why there is none."""

    plan: Plan | None = None
    finish: str = ""
    corrected_finish: str = ""
    refused: str = ""

    @property
    def changes(self) -> list[tuple[str, int, int]]:
        """Each account with what it gains, or loses."""
        found = self.plan.changes.items() if self.plan else ()
        return [(account, max(0, gain), max(0, -gain)) for account, gain in found]


class CorrectRound(Act):
    name, label, parts, is_grave = "correct-round", _("Correct the round"), MANAGES, True
    cards = forms.CharField(
        label=_("cards"),
        max_length=LONGEST_TYPED,
        widget=Textarea({"rows": 8, "spellcheck": "false", "autocapitalize": "characters"}),
        help_text=_("All of the round as they really fell, one deal or throw to a line."),
    )
    reason = forms.CharField(label=_("reason"), max_length=LONGEST_REASON, help_text=_("Everybody will read it."))
    agreed = forms.CharField(max_length=VERSION_LENGTH, required=False, widget=forms.HiddenInput)
    cover = forms.BooleanField(label=_("Cover from the issue what they are short of"), required=False)

    @classmethod
    def fits(cls, item: Round) -> bool:
        return item.by_hand and item.phase == Round.Phase.SETTLED

    def prepare(self) -> None:
        if not self.is_bound:
            self.initial["cards"] = as_lines(self.item)

    @cached_property
    def dry(self) -> Shown | None:
        """What would change, once something was typed."""
        if not self.is_bound or not self.is_valid():
            return None
        game = game_of(self.item)
        try:
            plan = plan_correction(self.item.pk, moves=typed_moves(self.item, self.cleaned_data["cards"]))
        except REFUSALS as refused:
            return Shown(refused=words(refused))
        return Shown(plan, finish_in_words(game, plan.finish), finish_in_words(game, plan.corrected_finish))

    def do(self, by: Actor) -> Done:
        said = self.cleaned_data
        moves = typed_moves(self.item, said["cards"])
        cover = plan_correction(self.item.pk, moves=moves).short if said["cover"] else None
        correct_round(self.item.pk, moves=moves, reason=said["reason"], by=by, cover=cover, agreed=said["agreed"])
        return self.done(away=True)


class Correct(Page):
    name, label, template = "correct", _("Correct"), "tables/correct.html"
    parts = MANAGES
    acts = (CorrectRound,)

    @classmethod
    def fits(cls, item: Round) -> bool:
        return CorrectRound.fits(item)

    @classmethod
    def shown(cls, request: HttpRequest, item: Any) -> dict[str, Any]:
        """Whoever asks for the plan sends the form here; it is the same form that corrects."""
        return {"acts": [CorrectRound(item, request.POST)]} if request.method == "POST" else {}
