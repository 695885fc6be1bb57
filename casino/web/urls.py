"""The pages for guests and for the room, one line each."""

from django.urls import URLPattern, URLResolver, path
from django.views.decorators.gzip import gzip_page
from django.views.i18n import set_language

from casino.web import books, fairness, front, joining, odds, playing, screens, staking, verifier

urlpatterns: list[URLPattern | URLResolver] = [
    path("", front.front_page, name="front"),
    path("games/<slug:game>/", front.game_page, name="game"),
    path("language/", set_language, name="language"),
    path("j/", joining.with_code, name="with-code"),
    path("j/<str:code>/", joining.join_session, name="join"),
    path("j/<str:code>/back/", joining.come_back_to, name="come-back"),
    path("play/", playing.room, name="play"),
    path("play/code/", joining.recovery, name="recovery"),
    path("play/leave/", joining.leave, name="leave"),
    path("play/statement/", books.my_statement, name="statement"),
    path("play/history/", books.history, name="history"),
    path("play/tables/<int:table_id>/", playing.table, name="play-table"),
    path("play/tables/<int:table_id>/sit/", playing.sit, name="sit"),
    path("play/tables/<int:table_id>/stand/", playing.stand, name="stand"),
    path("play/tables/<int:table_id>/office/", playing.office, name="office"),
    path("play/tables/<int:table_id>/odds/", odds.odds_page, name="odds"),
    path("play/rounds/<int:round_id>/stake/", staking.stake, name="stake"),
    path("play/rounds/<int:round_id>/withdraw/", staking.withdraw, name="withdraw"),
    path("play/rounds/<int:round_id>/move/", playing.move, name="move"),
    path("play/rounds/<int:round_id>/promise/", fairness.promise, name="promise"),
    path("play/rounds/<int:round_id>/reveal/", fairness.reveal, name="reveal"),
    path("screen/", screens.screen, name="screen"),
    path("screen/tables/<int:table_id>/", screens.one_table, name="screen-table"),
    path("screen/pair/<str:code>/", screens.let_in, name="let-in"),
    path("verify/", verifier.verify_page, name="verify"),
    path("verify/offline.html", verifier.offline_file, name="verify-offline"),
]
for pattern in urlpatterns:  # a hall's network is slow, and boards are long
    assert isinstance(pattern, URLPattern)
    pattern.callback = gzip_page(pattern.callback)
