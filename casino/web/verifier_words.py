"""All that the verifier's script says, by code. Doubts and remarks are those of games/kit/verifying.py."""

import re

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

# Deals every round again by all the rules, where the house keeps its books.
FULL_CHECK = "casino verify-round"

DOUBTS = {
    "bad_transcript": _("This is no transcript of a round."),
    "not_canonical": _("The transcript is not written in the one way that counts."),
    "other_version": _("The transcript is not one of fair-1."),
    "other_game": _("The transcript is one of %(game)s."),
    "other_table": _("The transcript is one of another table, %(table)s."),
    "other_round": _("The transcript is that of round %(round)s."),
    "other_anchor": _("The anchor is not the one published when the table opened."),
    "broken_chain": _("The seed of round %(round)s does not lead to the table's anchor."),
    "off_changed": _("This is not what was frozen at the off: something was added or changed later."),
    "bad_commitments": _("Commitments are those of the seats, in their order, one for each."),
    "other_moves": _("The moves are not those that were seen."),
    "missing_reveal": _("A seat that committed is neither revealed nor named as silent."),
    "false_reveal": _("What %(seat)s revealed does not fit the commitment."),
    "own_entropy": _("What %(seat)s sent in time is not in the transcript."),
    "by_hand": _("The cards were dealt by hand: nobody can deal them again."),
    "other_cutter": _("The pack was to be cut by somebody else."),
    "early_off": _("The off came before %(seat)s had decided."),
    "other_deal": _("Move %(move)s is not the one that the seed deals."),
    "impossible_move": _("Move %(move)s could not be made: %(sentence)s"),
    "missing_round": _(
        "Here stands round %(round)s of %(table)s, and not round %(number)s: one is missing or told twice."
    ),
}
REMARKS = {
    "silent": _("Not revealed in time: %(seats)s."),
    "known_to_the_house": _("Nobody's entropy took part: the house knew the deal beforehand."),
    "void": _("The round was void. The house knew the whole deal when it gave it up."),
    "anchor_not_seen": _("Without the anchor that was published when the table opened, any chain will do."),
    "off_not_seen": _("Without what was published at the off any deal can be made to fit."),
    "moves_not_seen": _("The moves were not compared with those that were shown."),
}
# Why a move could not be made, as far as this can be seen without the rules.
REASONS = {
    "bad_seat": _("%(seat)s is no name for a seat."),
    "seat_taken": _("Every seat has a name of its own."),
    "not_seated": _("%(seat)s does not sit at this table."),
    "not_dealer": _("Cards are dealt by the house, not by a seat."),
    "unknown_course": _("%(course)s is no course. There are: %(known)s."),
    "bad_option": _("%(option)s is no option that this game could be played with."),
    "unknown_move": _("It is no move of this game."),
}
STEPS = {
    "step_written": _("It is a transcript, written in the one way that counts."),
    "step_identity": _("It is of this version, and of a game this page knows."),
    "step_anchor": _("The anchor is the one that you saw when the table opened."),
    "step_chain": _("The seed leads back to the anchor."),
    "step_off": _("What was frozen at the off has the digest that your phone kept."),
    "step_frozen": _("Commitments stand in the order of the seats, and moves begin with those before the off."),
    "step_reveals": _("Each commitment has its reveal, or is named as silent, and every reveal fits."),
    "step_own_entropy": _("What your phone revealed is in it."),
    "step_moves": _("The moves are those that you were shown."),
    "step_start": _("The seats can be told apart, the right one cut, and a banker had decided before the off."),
    "step_deal": _("Every card and every throw is the one that drawing again gives."),
    "step_rules": _("By the rules every move was legal, just these draws were asked for, and the round was over."),
    "state_fits": _("True:"),
    "state_wrong": _("Not true:"),
    "state_not_compared": _("Not compared:"),
    "state_not_reached": _("Not reached:"),
    "state_not_checked": _("Not checked here:"),
}
PAGE = {
    "stands": _("This round deals again as the transcript says."),
    "does_not_stand": _("Something is wrong with this transcript."),
    "not_verifiable": _("Not verifiable: the cards were dealt by hand."),
    "title": _("%(game)s, round %(round)s of table %(table)s"),
    "no_title": _("An unreadable file"),
    "remarks": _("What you should know all the same"),
    "steps": _("What was checked"),
    "draws": _("Every draw: %(count)s"),
    "draw_move": _("Move"),
    "draw_label": _("Draw"),
    "draw_drawn": _("Drawn again"),
    "draw_told": _("Transcript"),
    "draw_same": _("Compared"),
    "same": _("the same"),
    "differs": _("not the same"),
    "nothing_drawn": _("nothing is to be drawn here"),
    "together": _("These rounds together"),
    "together_stand": _("They are the first %(count)s rounds of one table, each once, on one chain."),
    "nothing_given": _("There is nothing to check yet: choose a file, or paste a transcript."),
    "not_a_hash": _("This should be 64 digits from 0 to 9 and a to f."),
}
SENTENCES = {**DOUBTS, **REMARKS, **REASONS, **STEPS, **PAGE}


def sentences() -> dict[str, str]:
    """In the language of the request, with `{seat}` where a script puts a fact."""
    return {code: re.sub(r"%\((\w+)\)s", r"{\1}", gettext(sentence)) for code, sentence in SENTENCES.items()}
