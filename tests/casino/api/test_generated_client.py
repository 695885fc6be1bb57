"""A client generated from the document plays a whole evening of every game, and uses nothing else.

A new game adds one function to scripts.py: how its table is laid, its own moves, and what is staked on it, if anything.
"""

import hashlib
import json
import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from typing import Any

import pytest

from games.registry import GAMES
from tests.casino.api.auction import Owner
from tests.casino.api.generated import Asker, Generated, generate
from tests.casino.api.scripts import AT_AUCTION, BACKED, IN_TURNS, PLAYED, Backed, nothing_to_decide, throws
from tests.casino.api.served import employ
from tests.casino.cast import PASSWORD
from tests.houses import RunningHouse, casino_process, eventually

GIVEN, PURSE = 10, 400
NO_DECISIONS = {"list_moves", "make_move"}  # in games that ask a seat nothing
GONE_ON = {"stale_move", "round_over", "race_over"}
WITHOUT_END = {"follow_events"}  # this client waits for the end of an answer


@pytest.fixture(scope="module")
def evening(house: RunningHouse, tmp_path_factory: pytest.TempPathFactory) -> Iterator["Evening"]:
    """A running house with staff, and the client. Whatever was played has to be proved in the end."""
    employ(house, olive="organiser", carl="croupier")
    evening = Evening(house, generate(tmp_path_factory.mktemp("client")))
    yield evening
    evening.close()
    verified = casino_process("verify", CASINO_HOME=str(house.home.path))
    assert verified.returncode == 0, verified.stdout


class Evening:
    """Everybody in it, by what they can do with the client."""

    def __init__(self, house: RunningHouse, generated: Generated) -> None:
        self.house, self.generated, self.models = house, generated, generated.models
        self.everybody: list[Asker] = []
        self.stranger = self.asker()
        self.olive, self.carl = self.member("olive"), self.member("carl")

    def asker(self, token: str | None = None) -> Asker:
        self.everybody.append(Asker.at(f"http://127.0.0.1:{self.house.port}", self.generated, token))
        return self.everybody[-1]

    def member(self, name: str) -> Asker:
        wish = self.models.LoginWish(username=name, password=PASSWORD)
        return self.asker(self.stranger.do("make_staff_token", body=wish).token)

    def close(self) -> None:
        for asker in self.everybody:
            asker.close()


@dataclass
class Guest:
    asker: Asker
    player: int
    nickname: str
    secret: str
    recovery: str

    def do(self, name: str, *arguments: Any, **named: Any) -> Any:
        return self.asker.do(name, *arguments, **named)

    def moved(self, reason: str) -> list[int]:
        """What came into the purse for this reason, the last first; what went out is below zero."""
        return [line.amount for line in self.do("get_my_statement").items if line.reason == reason]


class Room:
    """One session of the evening, with its guests and its till."""

    def __init__(self, evening: Evening, game: str) -> None:
        self.evening, self.models, self.olive, self.carl = evening, evening.models, evening.olive, evening.carl
        self.script = PLAYED[game](evening.models)
        club = self.olive.do("list_clubs").items[0]
        terms = {"starting_counters": GIVEN, "good_cause": "The roof", "prize_cap": 100}
        terms |= {"currency": self.models.SessionWishCurrency("EUR"), "price": 50, "price_for": 10}
        wish = self.models.SessionWish(club=club.id, name=f"An evening of {game}", **terms)
        made = self.olive.do("make_session", body=wish)
        assert (made.currency, made.prize_cap, made.good_cause) == ("EUR", 100, "The roof")
        self.code = made.code
        assert self.olive.do("open_session", self.code).state == "open"
        self.till = self.pair("till")
        self.guests = {name: self.come(name) for name in ("Ada", "Bob", "Cleo")}

    @property
    def backed(self) -> Backed:
        assert isinstance(self.script, Backed)
        return self.script

    def pair(self, kind: str) -> Asker:
        wish = self.models.PairingWish(kind=self.models.PairingWishKind(kind), label=f"The {kind}")
        offered = self.olive.do("offer_pairing", self.code, body=wish)
        paired = self.evening.stranger.do("pair", body=self.models.PairWish(pairing=offered.pairing))
        return self.evening.asker(paired.token)

    def come(self, nickname: str) -> Guest:
        """Join, and buy counters at the desk. A phone that asks twice has joined once."""
        secret = secrets.token_urlsafe(24)
        wish = self.models.JoinWish(code=self.code.lower(), nickname=nickname, secret=secret)
        first = self.evening.stranger.do("join", body=wish)
        again = self.evening.stranger.do("join", body=wish)
        assert again.player == first.player
        assert again.recovery == first.recovery
        guest = Guest(self.evening.asker(again.token), again.player.id, nickname, secret, again.recovery)
        bought = self.till.do("buy_in", guest.player, body=self.models.BuyInWish(counters=PURSE - GIVEN))
        assert bought.purse == PURSE
        return guest

    def table(self, name: str, **wishes: Any) -> int:
        wish = self.models.TableWish(name=name, options=self.script.options, **{**self.script.wishes, **wishes})
        opened: int = self.olive.do("open_table", self.code, body=wish).id
        for guest in self.guests.values():
            guest.do("sit_down", opened)
        return opened

    def stake(self, guest: Guest, round_id: int, counters: int, space: tuple[str, str] | None = None) -> Any:
        market, selection = space or self.backed.space
        odds = guest.do("get_odds", round_id)
        spaces = [*odds.spaces, *odds.pools]
        price = next(space.price for space in spaces if (space.market, space.selection) == (market, selection))
        return self.models.StakeWish(market=market, selection=selection, counters=counters, price=price)

    def decide(self, round_id: int) -> None:
        """Whoever the round waits for decides as the script says."""
        while waited_for := self.carl.do("get_round", round_id).waiting_for:
            guest = self.guests[waited_for[0]]
            legal = guest.do("list_moves", round_id)
            assert legal.waited_for
            wish = self.models.MoveWish(number=legal.number, move=self.script.decide(legal))
            guest.do("make_move", round_id, body=wish)

    def act(self, guest: Guest, round_id: int, name: str) -> bool:
        """Make the legal move of this name, if there is one. The round may go on between asking and moving."""
        legal = guest.do("list_moves", round_id)
        for move in legal.moves:
            if name in move.to_dict():
                wish = self.models.MoveWish(number=legal.number, move=move)
                answer = guest.asker.answer("make_move", round_id, body=wish)
                assert answer.status_code == 201 or answer.parsed.code in GONE_ON, answer.parsed
                return bool(answer.status_code == 201)
        return False

    def until(self, asker: Asker, kind: str, round_id: int) -> Any:
        """Follow the events, page by page, until this has happened in the round."""

        def happened() -> Any:
            page = asker.do("list_events", self.code, after=asker.last)
            assert [event.number for event in page.items] == sorted(event.number for event in page.items)
            assert all(event.number > asker.last for event in page.items)
            asker.last = page.last
            asker.heard += page.items
            return next((e for e in asker.heard if (e.kind, e.round_) == (kind, round_id)), None)

        return eventually(happened, what=kind)

    def in_the_hand(self, played: Any) -> Any:
        """A move of the script as a croupier types it."""
        return self.models.DealWish(move=_as(self.models, played, "Move"))

    def settle_by_hand(self, round_id: int, moves: Sequence[Any]) -> None:
        """With one card that is taken back again."""
        for move in moves[:-1]:
            self.carl.do("deal_by_hand", round_id, body=self.in_the_hand(move))
        self.carl.do("deal_by_hand", round_id, body=self.in_the_hand(moves[-1]))
        self.carl.do("take_back", round_id)
        assert self.carl.do("deal_by_hand", round_id, body=self.in_the_hand(moves[-1])).phase == "running"
        assert self.carl.do("settle_round", round_id).phase == "settled"


def _as(models: Any, payload: Any, kind: str) -> Any:
    """The same payload of a game as another kind: `MinoruPlayed` as `MinoruMove`."""
    game = type(payload).__name__.removesuffix("Played")
    return getattr(models, f"{game}{kind}").from_dict(payload.to_dict())


def digest(value: Any) -> str:
    """H of docs/fair-1.md."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def test_every_game_of_the_house_is_played_here() -> None:
    assert set(PLAYED) == set(GAMES)


@pytest.mark.parametrize("game", BACKED)
def test_an_evening_is_played_with_the_generated_client_alone(evening: Evening, game: str) -> None:
    room = Room(evening, game)
    assert game in {each.game for each in evening.stranger.do("list_games").items}
    assert evening.stranger.do("get_game", game).variants
    assert evening.stranger.do("get_edition", "ascot", "miro-demo-1").edition.training.cells
    running = a_table_that_runs_itself(room)
    by_hand = a_table_dealt_by_hand(room)
    an_office_that_staff_give(room)
    if game == "roulette":
        a_game_for_points(room)
    if game == "derby":
        a_race_for_a_pot(room)
        a_dead_heat_that_was_none(room)
        totals_that_are_called(room)
    what_staff_do_besides(room)
    everybody_goes_home(room, [running, by_hand])
    asked = {name for asker in evening.everybody for name in asker.asked}
    unasked = NO_DECISIONS if room.script.decide is nothing_to_decide else set()
    assert set(evening.generated.operations) - asked - unasked == WITHOUT_END


@pytest.mark.parametrize("game", IN_TURNS)
def test_a_game_without_stakes_is_played_with_the_generated_client_alone(evening: Evening, game: str) -> None:
    room = Room(evening, game)
    told = evening.stranger.do("get_game", game)
    signs = {sign.name: (sign.shown, sign.spoken) for sign in told.signs}
    assert signs["F#"] == ("F♯", "F sharp")
    assert {face.name for variant in told.variants for face in variant.faces} <= set(signs)
    table = a_game_in_turns(room)
    what_staff_do_besides(room)
    everybody_goes_home(room, [table])


@pytest.mark.parametrize("game", AT_AUCTION)
def test_a_game_of_an_evening_is_played_with_the_generated_client_alone(evening: Evening, game: str) -> None:
    room = Room(evening, game)
    told = evening.stranger.do("get_game", game)
    (edition,) = {variant.options.edition for variant in told.variants}
    printed = evening.stranger.do("get_edition", game, edition).edition
    assert (len(printed.horses), printed.horses[0].name.fr != "") == (12, True)
    table: int = room.table("At auction", staking_time=None, pace=0, turn_time=60, reveal_time=0)
    ada, bob, _ = room.guests.values()
    round_id = room.carl.do("open_round", table).id
    for guest in (ada, bob):
        assert room.act(guest, round_id, "enter")
    room.carl.answer("call_the_off", round_id)  # unless it has begun by itself since
    eventually(lambda: room.carl.do("get_round", round_id).waiting_for, what="the cards are dealt")
    two_hands(room, round_id)
    owners = {guest.nickname: Owner(guest.nickname) for guest in (ada, bob)}
    shown = played_by(room, owners, round_id)
    made = sum((owner.made for owner in owners.values()), Counter[str]())
    assert min(made[act] for act in ("offer", "accept", "discard", "bid")) >= 1
    assert made["propose_place"] >= made["refuse_place"] >= min(1, made["propose_place"])
    assert shown.result.outcome == "over"
    assert shown.view.winners[0] in owners
    assert sum(sum(guest.moved("pot")) for guest in (ada, bob)) == 20
    close(room, table)


def two_hands(room: Room, round_id: int) -> None:
    """Seven cards each, of which everybody sees their own; an auctioneer has put that card on the table."""
    shown = [room.guests[name].do("get_round", round_id).mine.view for name in ("Ada", "Bob")]
    hands = [view.hand for view in shown]
    on_the_table = [len(player.businesses) for player in shown[0].players]
    assert [len(hand) + there for hand, there in zip(hands, on_the_table, strict=True)] == [7, 7]
    assert set(hands[0]) & set(hands[1]) == set()
    assert room.carl.do("get_round", round_id).view.hand is None
    assert room.guests["Cleo"].do("get_round", round_id).mine.view.hand is None


def played_by(room: Room, owners: dict[str, Owner], round_id: int) -> Any:
    """The settled round. What comes too late is chosen again."""
    shown = room.carl.do("get_round", round_id)
    while shown.phase != "settled":
        asked = [offer.to for offer in shown.view.offers]
        for name in (asked or shown.waiting_for)[:1]:
            guest = room.guests[name]
            legal = guest.do("list_moves", round_id)
            if asked or legal.waited_for:
                move = owners[name].decide(legal, shown.view.phase.value)
                wish = room.models.MoveWish(
                    number=legal.number, move=room.models.AscotMove.from_dict({"game": "ascot", **move})
                )
                answer = guest.asker.answer("make_move", round_id, body=wish)
                assert answer.status_code == 201 or answer.parsed.code in GONE_ON, answer.parsed
        shown = room.carl.do("get_round", round_id)
    return shown


def a_game_in_turns(room: Room) -> int:
    """All three pay the ante, see their own cards and no others, and play in turn until one of them has the pot."""
    table: int = room.table("In turns", staking_time=None, pace=0, turn_time=60, reveal_time=0)
    round_id = room.carl.do("open_round", table).id
    odds = room.carl.do("get_odds", round_id)
    assert (odds.spaces, odds.pools, odds.runners) == ([], [], [])
    ada, *_ = room.guests.values()
    for act in ("enter", "scratch"):
        assert room.act(ada, round_id, act)
    assert ada.do("get_me").purse == PURSE
    for guest in room.guests.values():
        assert room.act(guest, round_id, "enter")
        assert guest.moved("ante")[0] == -10
    if room.carl.do("get_round", round_id).phase == "open":
        room.carl.answer("call_the_off", round_id)  # unless it has begun by itself since
    eventually(lambda: room.carl.do("get_round", round_id).waiting_for, what="the cards are dealt")
    everybody_sees_one_hand(room, round_id)
    a_move_that_comes_twice(room, round_id)

    def settled() -> Any:
        room.decide(round_id)
        shown = room.carl.do("get_round", round_id)
        return shown if shown.phase == "settled" else None

    shown = eventually(settled, what="somebody has won the pot")
    (winner,) = shown.view.winners
    assert shown.result.finish[0] == winner
    totals = {player.seat: player.total for player in shown.view.players}
    assert totals[winner] == max(totals.values()) >= 3
    assert {name: sum(guest.moved("pot")) for name, guest in room.guests.items()} == {
        name: 30 * (name == winner) for name in room.guests
    }
    for name, guest in room.guests.items():
        room.until(guest.asker, "round_settled", round_id)
        told = [event.body.happening.to_dict() for event in guest.asker.heard if event.kind == "happening"]
        assert {happening["only_for"] for happening in told if "hand_dealt" in happening} == {name}
    return table


def everybody_sees_one_hand(room: Room, round_id: int) -> None:
    """Of 52 cards 16 are out, and nobody but who holds it sees one of them in a hand."""
    course = room.carl.do("get_round", round_id).view.course
    left = dict(course.counts.additional_properties)
    for name, guest in room.guests.items():
        shown = guest.do("get_round", round_id)
        assert shown.view.hand is None
        assert (shown.mine.seat, len(shown.mine.view.hand)) == (name, 4)
        for card in shown.mine.view.hand:
            left[card.tone] -= 1
            assert card.chords
    shown = room.carl.do("get_round", round_id)
    assert (shown.mine, shown.view.hand) == (None, None)
    for card in shown.view.table:
        left[card.tone] -= 1
    assert min(left.values()) >= 0
    assert sum(left.values()) == shown.view.stock == 36


def a_move_that_comes_twice(room: Room, round_id: int) -> None:
    """A finger that was too quick, with another key: the round has gone on since."""
    (name,) = room.carl.do("get_round", round_id).waiting_for
    guest = room.guests[name]
    legal = guest.do("list_moves", round_id)
    assert legal.due_at
    wish = room.models.MoveWish(number=legal.number, move=legal.moves[0])
    assert guest.do("make_move", round_id, body=wish).moves == legal.number + 1
    assert guest.asker.refusal("make_move", round_id, body=wish).code == "stale_move"


def a_table_that_runs_itself(room: Room) -> int:
    """Ada holds the office, Bob stakes, changes his mind, is refused, and sees to it that the deal is fair."""
    ada, bob, cleo = room.guests.values()
    models = room.models
    table: int = room.table("One", staking_time=2, pace=0, turn_time=20, reveal_time=4, rest=1, passes_round=True)
    bob.do("offer_bank", table, body=models.BankWish(counters=100))
    assert ada.do("take_office", table, body=models.BankWish(counters=150)).holder == "Ada"
    round_id = room.carl.do("open_round", table).id
    room.carl.do("pause_round", round_id)  # stakes are taken all the same, and nobody has to hurry
    room.decide(round_id)

    wish = room.stake(bob, round_id, 3)
    made = bob.asker.answer("place_stake", round_id, body=wish, idempotency_key="a-key-that-is-kept")
    again = bob.asker.answer("place_stake", round_id, body=wish, idempotency_key="a-key-that-is-kept")
    assert (made.status_code, made.parsed.counters) == (201, 3)
    assert (again.parsed, again.headers["Idempotent-Replayed"]) == (made.parsed, "true")
    back = models.WithdrawWish(market=wish.market, selection=wish.selection, counters=1)
    assert bob.do("withdraw_stake", round_id, body=back).counters == 2
    old = models.StakeWish.from_dict({**wish.to_dict(), "price": "0" * len(wish.price)})
    problem = cleo.asker.refusal("place_stake", round_id, body=old)
    assert (problem.code, problem.status) == ("price_changed", 422)
    assert room.evening.stranger.do("get_problem", problem.code).type_ == problem.type_
    cleo.do("place_stake", round_id, body=room.stake(cleo, round_id, 1))
    assert [stake.counters for stake in bob.do("list_my_stakes").items] == [2]
    assert {stake.seat for stake in ada.do("list_stakes", round_id).items} == {"Bob", "Cleo"}

    entropy = promise(bob, round_id)
    room.carl.do("resume_round", round_id)
    reveal(room, bob, round_id, entropy)
    settled = room.until(bob.asker, "round_settled", round_id).body
    check_the_deal(bob, round_id, entropy, settled.seed)
    check_the_purse(bob, round_id, laid=2)
    assert room.until(bob.asker, "round_opened", following(room, bob, round_id)).by is None
    return table


def promise(guest: Guest, round_id: int) -> str:
    entropy = secrets.token_hex(32)
    known = guest.do("get_fairness", round_id)
    promised = digest(["fair-1", "commitment", known.table, known.round_, guest.nickname, entropy])
    wish = guest.asker.generated.models.CommitmentWish(commitment=promised)
    assert [each.commitment for each in guest.do("commit_entropy", round_id, body=wish).commitments] == [promised]
    return entropy


def reveal(room: Room, guest: Guest, round_id: int, entropy: str) -> None:
    """After the off, once one's own promise was found in what was published."""
    off = room.until(guest.asker, "off", round_id).body
    known = guest.do("get_fairness", round_id)
    assert off.digest == known.off_digest == hashlib.sha256(known.off_text.encode()).hexdigest()
    promised = {each.seat: each.commitment for each in known.commitments}
    assert [guest.nickname, promised[guest.nickname]] in off.off.commitments
    guest.do("reveal_entropy", round_id, body=room.models.EntropyWish(entropy=entropy))


def check_the_deal(guest: Guest, round_id: int, entropy: str, seed: str) -> None:
    """The seed leads back to the anchor, what this phone revealed took part, and the house deals it again."""
    answer = guest.asker.answer("get_transcript", round_id)
    transcript = answer.parsed
    assert digest(json.loads(answer.content)) == hashlib.sha256(answer.content).hexdigest()
    assert transcript.seed == seed
    assert [guest.nickname, entropy] in transcript.reveals
    for _ in range(transcript.round_):
        seed = digest(["fair-1", "chain", transcript.table, seed])
    assert seed == transcript.anchor
    verdict = guest.do("verify_round", round_id)
    assert verdict.verified, verdict.doubts


def check_the_purse(guest: Guest, round_id: int, *, laid: int) -> None:
    """Every line of the statement follows from the one before, and the history says what the stake came to."""
    lines = guest.do("get_my_statement").items
    assert all(line.balance == before.balance + line.amount for line, before in pairwise(lines))
    past = next(stake for stake in guest.do("list_my_history").items if stake.round_ == round_id)
    assert (past.counters, past.phase) == (laid, "settled")
    me = guest.do("get_me")
    assert me.purse == lines[0].balance == PURSE - laid + past.returned


def following(room: Room, guest: Guest, round_id: int) -> int:
    """The round that opens by itself after the rest."""
    table = guest.do("get_round", round_id).table

    def opened() -> int | None:
        found: int | None = guest.do("get_table", table).round_
        return found

    return int(eventually(opened, what="the next round"))


def a_table_dealt_by_hand(room: Room) -> int:
    """A ticket that wins and is paid; then a round settled by a wrong card, and corrected."""
    models, market_selection = room.models, room.backed.space
    table: int = room.table("Two", staking_time=None, by_hand=True, passes_round=True)
    wish = models.NameWish(nickname="Grandmother")
    paper = room.till.do("add_player", room.code, body=wish).id
    room.carl.do("sit_down", table, body=models.SeatWish(player=paper))
    round_id = room.carl.do("open_round", table).id
    ticket_wish = dict(zip(("market", "selection"), market_selection, strict=True))
    wished = models.TicketWish(**ticket_wish, player=paper, counters=2, in_hand=True)
    kept = room.carl.do("sell_ticket", round_id, body=wished).number
    given_back = room.carl.do("sell_ticket", round_id, body=wished).number
    assert room.carl.do("withdraw_ticket", room.code, given_back).withdrawn_at
    room.settle_by_hand(round_id, room.backed.dealt)
    assert room.carl.do("get_ticket", room.code, kept).worth > 2
    assert room.carl.do("pay_ticket", room.code, kept).paid_at
    assert room.carl.refusal("pay_ticket", room.code, kept).code == "ticket_paid"
    sold = room.carl.do("list_tickets", room.code).items
    assert len(sold) == 2
    paper = models.PaperWish(code=sold[0].code)
    assert room.till.refusal("redeem_ticket", room.code, body=paper).code in {"ticket_paid", "ticket_withdrawn"}
    corrected(room, table)
    what_a_croupier_may_do_between_rounds(room, table)
    return table


def corrected(room: Room, table: int) -> None:
    ada, bob, _ = room.guests.values()
    models = room.models
    held = ada.do("take_office", table, body=models.BankWish(counters=100)).bank
    round_id = room.carl.do("open_round", table).id
    room.decide(round_id)
    bob.do("place_stake", round_id, body=room.stake(bob, round_id, 4))
    room.settle_by_hand(round_id, room.backed.misdealt)
    assert ada.do("get_office", table).bank == held + 4
    transcript = ada.do("get_transcript", round_id)
    decided = [move for move in transcript.moves if move.seat]
    played = type(room.backed.dealt[0])
    moves = [played.from_dict({"game": transcript.game.value, **move.to_dict()}) for move in decided]
    moves += room.backed.dealt
    plan = room.olive.do("plan_correction", round_id, body=models.PlanWish(moves=moves))
    assert plan.finish != plan.corrected_finish
    assert plan.changes.additional_properties["purse:Bob"] > 0
    assert not plan.short.additional_properties
    wish = models.CorrectionWish(moves=moves, reason="A card was misread.")
    assert room.olive.do("correct_round", round_id, body=wish).result.finish == plan.corrected_finish
    assert room.until(bob.asker, "round_corrected", round_id).body.reason == "A card was misread."
    assert ada.do("get_office", table).bank < held


def what_staff_do_besides(room: Room) -> None:
    """Names, codes and devices; a guest comes back on another phone."""
    models, cleo = room.models, room.guests["Cleo"]
    renamed = room.olive.do("rename_player", cleo.player, body=models.NameWish(nickname="Cleopatra"))
    assert renamed.nickname == "Cleopatra"
    code = room.olive.do("reissue_code", cleo.player).recovery
    assert cleo.asker.refusal("get_me").status == 401
    assert {player.id for player in room.till.do("list_players", room.code).items} >= {cleo.player}
    assert (
        room.olive.do("get_player_statement", cleo.player).items[0].balance
        == room.till.do("get_player", cleo.player).purse
    )
    back = room.evening.stranger.do("come_back", body=models.ComeBackWish(code=room.code, recovery=code))
    cleo.asker = room.evening.asker(back.token)
    assert cleo.do("get_me").player.nickname == "Cleopatra"
    screen = room.pair("screen")
    assert screen.do("get_session", room.code).state == "open"
    devices = room.olive.do("list_devices", room.code).items
    device = next(each.id for each in devices if each.kind == "screen")
    room.olive.do("revoke_device", room.code, device)
    assert screen.refusal("get_session", room.code).status == 401
    room.olive.do("remove_player", room.come("Passer-by").player)
    room.evening.stranger.do("list_problems")
    assert room.code in {session.code for session in room.olive.do("list_sessions").items}


def what_a_croupier_may_do_between_rounds(room: Room, table: int) -> None:
    """The office goes from Ada to Bob, who does not want it either, and back to the house, which adds to it."""
    models, bob = room.models, room.guests["Bob"]
    bob.do("offer_bank", table, body=models.BankWish(counters=100))
    assert room.carl.do("pass_office", table).holder == "Bob"
    for guest in (bob, room.guests["Ada"]):
        assert guest.do("decline_office", table).offer is None
    assert bob.do("pass_office", table).holder == "house"
    before = bob.do("get_office", table).bank
    assert room.olive.do("top_up_bank", table, body=models.TopUpWish(counters=5)).bank == before + 5
    round_id = room.carl.do("open_round", table).id
    assert room.carl.do("call_the_off", round_id).phase == "running"
    assert room.carl.do("list_rounds", table, limit=1).items[0].id == round_id
    assert "Bob" in {seat.nickname for seat in bob.do("list_seats", table).items}
    assert table in {each.id for each in bob.do("list_tables", room.code).items}


def an_office_that_staff_give(room: Room) -> None:
    models, bob = room.models, room.guests["Bob"]
    table: int = room.table("Three", passes_round=True, passing=models.TableWishPassing("chosen"))
    bob.do("offer_bank", table, body=models.BankWish(counters=100))
    assert room.carl.do("choose_holder", table, body=models.HolderWish(player=bob.player)).holder == "Bob"
    assert room.olive.do("close_table", table).closed_at


def a_game_for_points(room: Room) -> None:
    """Everybody lays all markers on a colour, turn by turn, until somebody has twenty points."""
    models = room.models
    game = models.RouletteOptionsGame.ROULETTE
    room.script = replace(
        room.script, options=models.RouletteOptions(game=game, mode=models.RouletteOptionsMode("points"), target=20)
    )
    table: int = room.table("For points", staking_time=1, pace=0, turn_time=30)
    assert room.carl.do("get_office", table).bank == 0
    round_id = room.carl.do("open_round", table).id
    sides = {"Ada": ("colour", "red"), "Bob": ("parity", "odd"), "Cleo": ("half", "high")}

    def settled() -> Any:
        shown = room.carl.do("get_round", round_id)
        for name in shown.waiting_for:
            guest, (market, selection) = room.guests[name], sides[name]
            legal = guest.do("list_moves", round_id)
            offered = next(each for each in legal.on_spaces if each.market == market)
            assert (offered.act, selection in offered.selections, offered.most) == ("mark", True, 10)
            mark = models.RouletteMark(market=market, selection=selection, markers=offered.most)
            move = models.RouletteMove(game=models.RouletteMoveGame.ROULETTE, mark=mark)
            guest.do("make_move", round_id, body=models.MoveWish(number=legal.number, move=move))
        return shown if shown.phase == "settled" else None

    shown = eventually(settled, what="somebody has twenty points")
    scores = {player.seat: player.points for player in shown.view.players}
    assert max(scores.values()) >= 20
    assert scores[shown.result.finish[0]] == max(scores.values())
    assert room.olive.do("close_table", table).closed_at


def a_race_for_a_pot(room: Room) -> None:
    """Ada and Bob own the horses, everybody backs some in the pool and with the bookmaker, and Ada shakes the dice."""
    models, (ada, bob, cleo) = room.models, room.guests.values()
    beside = models.Beside(
        totalisator=models.TotalisatorTerms(commission=20, unbacked=models.TotalisatorTermsUnbacked("carry-over")),
        bookmaker=models.BookmakerTerms(stake_most=50),
    )
    options = models.DerbyOptions(game=models.DerbyOptionsGame.DERBY, players=2, ante=10)
    room.script = replace(room.script, options=options, wishes={"beside": beside})
    table: int = room.table("For a pot", staking_time=None, pace=1, reveal_time=0)
    shown = room.carl.do("get_table", table).beside
    assert (shown.totalisator.commission, shown.totalisator.rounding, shown.bookmaker.margin) == (20, 1, 15)
    round_id = room.carl.do("open_round", table).id
    purse = cleo.do("get_me").purse
    for guest in (ada, bob):
        assert room.act(guest, round_id, "enter")
        assert guest.moved("ante") == [-10]
    assert not room.act(cleo, round_id, "enter")
    for horse in range(1, 7):  # whichever wins, somebody has backed it
        wish = room.stake(cleo, round_id, 10, ("totalisator", str(horse)))
        assert cleo.do("place_stake", round_id, body=wish).counters == 10
    too_much = room.stake(cleo, round_id, 51, ("bookmaker", "3"))
    assert cleo.asker.refusal("place_stake", round_id, body=too_much).code == "over_limit"
    room.carl.do("call_the_off", round_id)

    def settled() -> Any:
        room.act(ada, round_id, "shake")
        odds = cleo.do("get_odds", round_id)
        assert len(odds.runners) == 6
        shown = cleo.do("get_round", round_id)
        return shown if shown.phase == "settled" else None

    shown = eventually(settled, what="somebody has won the pot")
    # 60 in the pool, less 12: 48 for the 10 on the winner, or for the 20 or 30 on those of a dead heat.
    winners = shown.result.outcome.split("=")
    told = room.until(cleo.asker, "round_settled", round_id).body.pool
    assert told == shown.dividends
    assert (told.pool, told.commission, told.refunded) == (60, 12, False)
    assert told.dividends.to_dict() == dict.fromkeys(winners, f"{48 / (10 * len(winners)):.4f}")
    assert cleo.do("get_me").purse == purse - 60 + 48
    # Odd numbers are Ada's and even ones Bob's; the pot is in equal parts, odd counters to the lowest numbers.
    parts = [20 // len(winners) + (at < 20 % len(winners)) for at in range(len(winners))]
    for guest, odd in ((ada, 1), (bob, 0)):
        claimed = sum(part for horse, part in zip(winners, parts, strict=True) if int(horse) % 2 == odd)
        assert sum(guest.moved("pot")) == claimed
    assert room.olive.do("close_table", table).closed_at


def a_dead_heat_that_was_none(room: Room) -> None:
    """1-2-6 was read where 1-5-6 had fallen: the pool is paid again."""
    models, (ada, bob, cleo) = room.models, room.guests.values()
    game = models.DerbyOptionsGame.DERBY
    options = models.DerbyOptions(game=game, start=[15, 15, 15, 15, 1, 1])
    beside = models.Beside(totalisator=models.TotalisatorTerms())
    room.script = replace(room.script, options=options, wishes={"beside": beside})
    table: int = room.table("Dead heat", staking_time=None, by_hand=True)
    round_id = room.carl.do("open_round", table).id
    for guest, horse, counters in ((ada, "1", 30), (bob, "2", 50), (cleo, "3", 20)):
        guest.do("place_stake", round_id, body=room.stake(guest, round_id, counters, ("totalisator", horse)))
    assert [space.dividend for space in ada.do("get_odds", round_id).pools[:4]] == ["3.0000", "1.8000", "4.5000", None]
    room.settle_by_hand(round_id, throws(models, (1, 2, 6)))
    shown = ada.do("get_round", round_id)
    assert (shown.result.outcome, shown.result.finish) == ("1=2", [["1", "2"]])
    # 100 less 10; the stakes of both are 80, and each horse has half of the other 10.
    assert shown.dividends.dividends.to_dict() == {"1": "1.1667", "2": "1.1000"}
    assert (ada.moved("dividend")[0], bob.moved("dividend")[0]) == (35, 55)
    moves = throws(models, (1, 5, 6))
    plan = room.olive.do("plan_correction", round_id, body=models.PlanWish(moves=moves))
    changes = plan.changes.additional_properties
    assert (changes["purse:Ada"], changes["purse:Bob"]) == (90 - 35, -55)
    wish = models.CorrectionWish(moves=moves, reason="A five was read as a two.")
    corrected = room.olive.do("correct_round", round_id, body=wish)
    assert corrected.dividends.dividends.to_dict() == {"1": "3.0000"}
    assert ada.moved("dividend")[0] == 90
    assert sum(bob.moved("dividend")[:2]) == 0
    assert room.olive.do("close_table", table).closed_at


def totals_that_are_called(room: Room) -> None:
    """Myopia: 6-6-1 is thirteen, with which horse 1 jumps if Ada says so; then 2 wins with a doublet."""
    models, (ada, bob, _) = room.models, room.guests.values()
    game, myopia = models.DerbyOptionsGame.DERBY, models.DerbyVariant("myopia")
    calls = models.DerbyOptionsCalls("claim")
    options = models.DerbyOptions(game=game, variant=myopia, players=2, calls=calls, start=[5, 15, 1, 1, 1, 1])
    room.script = replace(room.script, options=options, wishes={})
    table: int = room.table("Myopia", staking_time=None, by_hand=True)
    round_id = room.carl.do("open_round", table).id
    for guest in (ada, bob):
        assert room.act(guest, round_id, "enter")
    first, last = throws(models, (6, 6, 1), (2, 2, 4))
    assert room.carl.do("deal_by_hand", round_id, body=room.in_the_hand(first)).view.rights == [1]
    wrong = models.DerbyMove(game=models.DerbyMoveGame.DERBY, call=models.DerbyCall(horse=1, total=12))
    number = ada.do("list_moves", round_id).number
    refused = ada.asker.refusal("make_move", round_id, body=models.MoveWish(number=number, move=wrong))
    assert refused.code == "wrong_total"
    assert room.act(ada, round_id, "call")
    assert ada.do("get_round", round_id).view.positions[0] == 6
    assert not room.act(bob, round_id, "call")
    room.carl.do("deal_by_hand", round_id, body=room.in_the_hand(last))
    assert room.carl.do("settle_round", round_id).result.outcome == "2"
    assert room.olive.do("close_table", table).closed_at


def everybody_goes_home(room: Room, tables: Sequence[int]) -> None:
    models, bob = room.models, room.guests["Bob"]
    leaders = bob.do("get_leaderboard", room.code).items
    assert {leader.nickname for leader in leaders} >= {"Ada", "Bob", "Cleopatra"}
    bob.do("stand_up", tables[-1])
    for table in tables:
        close(room, table)
    prizes_are_given(room)
    player = next(each for each in room.olive.do("list_players", room.code).items if each.nickname == "Ada")
    paid = room.till.do("cash_out", player.id, body=models.CashOutWish(counters=None))
    assert (paid.counters, paid.purse, paid.money) == (player.purse, 0, player.purse * 5)
    assert room.olive.do("sweep_purses", room.code).purses >= 2
    the_till_is_emptied(room)
    trial = room.olive.do("get_trial_balance", room.code).items
    assert sum(line.balance for line in trial) == 0
    assert b"cash-out" in room.olive.answer("get_journal", room.code).content
    the_books_are_exported(room)
    assert room.olive.do("close_session", room.code).state == "closed"
    bob.do("sign_out")
    assert bob.asker.refusal("get_me").code == "bad_token"
    for token in room.carl.do("list_staff_tokens").items:
        room.carl.answer("revoke_staff_token", token.id)
    assert room.carl.refusal("list_clubs").code == "bad_token"
    room.evening.carl = room.evening.member("carl")


def the_books_are_exported(room: Room) -> None:
    models = room.models
    (club,) = [each.id for each in room.olive.do("list_clubs").items]
    for format_ in models.ExportSessionFormat:
        for journal in models.ExportSessionJournal:
            wish = {"format_": format_, "journal": journal, "ticket": "generated-client"}
            assert len(room.olive.do("export_session", room.code, **wish).payload.read()) > 300
    told = room.olive.do("get_export_progress", "generated-client")
    assert told.done
    assert told.read == told.total > 0
    wish = {"format_": models.ExportPeriodFormat("jsonl"), "journal": models.ExportPeriodJournal("money")}
    year = room.olive.do("export_period", club, **wish, since=date(2000, 1, 1), until=date(2100, 12, 31))
    assert room.code.encode() in year.payload.read()
    refused = room.olive.refusal("export_period", club, **wish, since=date(1999, 1, 1), until=date(1999, 12, 31))
    assert refused.code == "no_evenings"


def prizes_are_given(room: Room) -> None:
    models = room.models
    first = {"place": models.PrizeWishPlace("first"), "measure": models.PrizeWishMeasure("richest")}
    dropped = room.olive.do("announce_prize", room.code, body=models.PrizeWish(**first, counters=20)).id
    room.olive.do("announce_prize", room.code, body=models.PrizeWish(**first, what="A bottle"))
    assert len(room.olive.do("list_prizes", room.code).items) == 2
    assert [each.what for each in room.olive.do("drop_prize", dropped).items] == ["A bottle"]
    (given,) = room.olive.do("award_prizes", room.code).items
    assert given.awarded_at
    assert given.winners


def the_till_is_emptied(room: Room) -> None:
    """Less is in it than was paid out: guests were given counters on joining, and are paid for what is left of them."""
    models = room.models
    room.olive.do("put_float", room.code, body=models.FloatWish(money=100_000))
    there = room.till.do("get_till", room.code).held
    assert room.till.refusal("count_till", room.code, body=models.CountWish(total=there - 5)).code == "count_differs"
    short = models.CountWish(total=there - 5, reason="A coin rolled away")
    assert room.till.do("count_till", room.code, body=short).difference == -5
    assert len(room.till.do("list_counts", room.code).items) == 1
    assert room.olive.do("hand_over_takings", room.code).held == 0


def close(room: Room, table: int) -> None:
    """A table that goes on by itself is closed between two rounds."""

    def closed() -> bool:
        if live := room.olive.do("get_table", table).round_:
            with suppress(AssertionError):  # it may be over by now
                room.carl.do("void_round", live, body=room.models.Reason(reason="It is late."))
        return bool(room.olive.answer("close_table", table).status_code == 200)

    eventually(closed, what="the table is closed")
