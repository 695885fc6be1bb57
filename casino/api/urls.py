"""The addresses of the API, one line each."""

from django.urls import URLPattern, URLResolver, path, re_path, register_converter
from drf_spectacular.views import SpectacularSwaggerSplitView

from casino.api import (
    catalogue,
    document,
    editions,
    events,
    exports,
    fairness,
    joining,
    me,
    moves,
    odds,
    players,
    prizes,
    rounds,
    sessions,
    staff,
    stakes,
    tables,
    till,
)
from casino.exports.progress import TICKET


class Number:
    """An id: no more digits than every language reads the same."""

    regex = "[1-9][0-9]{0,14}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


class Code:
    regex = "[0-9A-Za-z]{4,12}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class Word(Code):
    regex = "[a-z][a-z0-9_-]{0,39}"


class Ticket(Code):
    regex = TICKET.pattern


register_converter(Number, "number")
register_converter(Ticket, "ticket")
register_converter(Code, "code")
register_converter(Word, "word")

urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", document.Document.as_view(), name="schema"),
    # Split, and with a template of ours: the content security policy of the house allows nothing inline.
    path("docs/", SpectacularSwaggerSplitView.as_view(template_name="api/docs.html"), name="docs"),
    path("games/", catalogue.Games.as_view()),
    path("games/<word:game>/", catalogue.OneGame.as_view()),
    path("games/<word:game>/editions/<word:edition>/", editions.OneEdition.as_view()),
    path("problems/", catalogue.Problems.as_view()),
    path("problems/<word:problem>/", catalogue.OneProblem.as_view()),
    path("join/", joining.Join.as_view()),
    path("come-back/", joining.ComeBack.as_view()),
    path("pair/", joining.Pair.as_view()),
    path("me/", me.Me.as_view()),
    path("me/statement/", me.MyStatement.as_view()),
    path("me/stakes/", me.MyStakes.as_view()),
    path("me/history/", me.MyHistory.as_view()),
    path("staff/log-in/", staff.LogIn.as_view()),
    path("staff/tokens/", staff.StaffTokens.as_view()),
    path("staff/tokens/<number:token_id>/", staff.OneStaffToken.as_view()),
    path("clubs/", sessions.Clubs.as_view()),
    path("sessions/", sessions.Sessions.as_view()),
    path("sessions/<code:code>/", sessions.OneSession.as_view()),
    path("sessions/<code:code>/open/", sessions.OpenSession.as_view()),
    path("sessions/<code:code>/close/", sessions.CloseSession.as_view()),
    path("sessions/<code:code>/leaderboard/", sessions.Leaderboard.as_view()),
    path("sessions/<code:code>/events/", events.Events.as_view()),
    path("sessions/<code:code>/stream/", events.Stream.as_view()),
    path("sessions/<code:code>/trial-balance/", sessions.Trial.as_view()),
    path("sessions/<code:code>/journal.csv", exports.JournalFile.as_view()),
    path("sessions/<code:code>/export/", exports.SessionExport.as_view()),
    path("clubs/<number:club_id>/export/", exports.ClubExport.as_view()),
    path("exports/<ticket:ticket_id>/", exports.Progress.as_view()),
    path("sessions/<code:code>/pairings/", staff.Pairings.as_view()),
    path("sessions/<code:code>/devices/", staff.Devices.as_view()),
    path("sessions/<code:code>/devices/<number:device_id>/", staff.OneDevice.as_view()),
    path("sessions/<code:code>/players/", players.Players.as_view()),
    path("sessions/<code:code>/tables/", tables.Tables.as_view()),
    path("sessions/<code:code>/tickets/", stakes.Tickets.as_view()),
    path("sessions/<code:code>/tickets/redeem/", stakes.RedeemTicket.as_view()),
    path("sessions/<code:code>/till/", till.Till.as_view()),
    path("sessions/<code:code>/till/counts/", till.Counts.as_view()),
    path("sessions/<code:code>/till/float/", till.Float.as_view()),
    path("sessions/<code:code>/till/takings/", till.Takings.as_view()),
    path("sessions/<code:code>/sweep/", till.Sweep.as_view()),
    path("sessions/<code:code>/prizes/", prizes.Prizes.as_view()),
    path("sessions/<code:code>/prizes/award/", prizes.AwardPrizes.as_view()),
    path("prizes/<number:prize_id>/drop/", prizes.DropPrize.as_view()),
    path("sessions/<code:code>/tickets/<number:ticket>/", stakes.OneTicket.as_view()),
    path("sessions/<code:code>/tickets/<number:ticket>/pay/", stakes.PayTicket.as_view()),
    path("sessions/<code:code>/tickets/<number:ticket>/withdraw/", stakes.WithdrawTicket.as_view()),
    path("players/<number:player_id>/", players.OnePlayer.as_view()),
    path("players/<number:player_id>/remove/", players.RemovePlayer.as_view()),
    path("players/<number:player_id>/reissue/", players.Reissue.as_view()),
    path("players/<number:player_id>/statement/", players.PlayerStatement.as_view()),
    path("players/<number:player_id>/buy-in/", players.BuyIn.as_view()),
    path("players/<number:player_id>/cash-out/", players.CashOut.as_view()),
    path("tables/<number:table_id>/", tables.OneTable.as_view()),
    path("tables/<number:table_id>/close/", tables.CloseTable.as_view()),
    path("tables/<number:table_id>/seats/", tables.Seats.as_view()),
    path("tables/<number:table_id>/sit-down/", tables.SitDown.as_view()),
    path("tables/<number:table_id>/stand-up/", tables.StandUp.as_view()),
    path("tables/<number:table_id>/rounds/", rounds.Rounds.as_view()),
    path("tables/<number:table_id>/office/", tables.Office.as_view()),
    path("tables/<number:table_id>/office/take/", tables.TakeOffice.as_view()),
    path("tables/<number:table_id>/office/offer/", tables.OfferBank.as_view()),
    path("tables/<number:table_id>/office/decline/", tables.DeclineOffice.as_view()),
    path("tables/<number:table_id>/office/pass/", tables.PassOffice.as_view()),
    path("tables/<number:table_id>/office/choose/", tables.ChooseHolder.as_view()),
    path("tables/<number:table_id>/office/top-up/", tables.TopUp.as_view()),
    path("rounds/<number:round_id>/", rounds.OneRound.as_view()),
    path("rounds/<number:round_id>/odds/", odds.Odds.as_view()),
    path("rounds/<number:round_id>/stakes/", stakes.Stakes.as_view()),
    path("rounds/<number:round_id>/stakes/withdraw/", stakes.WithdrawStake.as_view()),
    path("rounds/<number:round_id>/moves/", moves.Moves.as_view()),
    path("rounds/<number:round_id>/fairness/", fairness.Fairness.as_view()),
    path("rounds/<number:round_id>/fairness/commitment/", fairness.Commitment.as_view()),
    path("rounds/<number:round_id>/fairness/entropy/", fairness.Entropy.as_view()),
    path("rounds/<number:round_id>/transcript/", fairness.Transcript.as_view()),
    path("rounds/<number:round_id>/verify/", fairness.Verify.as_view()),
    path("rounds/<number:round_id>/off/", rounds.CallTheOff.as_view()),
    path("rounds/<number:round_id>/pause/", rounds.Pause.as_view()),
    path("rounds/<number:round_id>/resume/", rounds.Resume.as_view()),
    path("rounds/<number:round_id>/deal/", rounds.Deal.as_view()),
    path("rounds/<number:round_id>/take-back/", rounds.TakeBack.as_view()),
    path("rounds/<number:round_id>/settle/", rounds.Settle.as_view()),
    path("rounds/<number:round_id>/void/", rounds.Void.as_view()),
    path("rounds/<number:round_id>/correction/", rounds.Correct.as_view()),
    path("rounds/<number:round_id>/correction/plan/", rounds.PlanCorrection.as_view()),
    path("rounds/<number:round_id>/tickets/", stakes.SellTicket.as_view()),
    re_path("", catalogue.NotThere.as_view()),
]
