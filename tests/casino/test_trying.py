"""`casino odds`, `casino replay` and `casino simulate`, as somebody types them."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from casino.home import PROJECT
from tests.games.derby import golden as derby
from tests.games.derby.racing import DERBY
from tests.games.golden import script_of
from tests.games.minoru import golden
from tests.games.minoru.racing import MINORU, course
from tests.games.musical_casino import golden as musical_casino
from tests.games.musical_casino.positions import MUSICAL
from tests.houses import clean_environment
from tests.terminal import casino

NAMED = {"an honest round", "another chain", "two cards exchanged in deal 3", "broken off"}
TRANSCRIPTS = [
    case
    for case in json.loads((PROJECT / "tests" / "games" / "kit" / "fair-1-transcripts.json").read_text())
    if case["name"] in NAMED
]


def told(*arguments: str) -> Any:
    done = casino(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", golden.SCRIPTS)
def test_golden_cases_by_replay(name: str) -> None:
    golden.check(name, told("replay", str(script_of(MINORU, name))))


def test_a_replay_can_be_read() -> None:
    done = casino("replay", str(script_of(MINORU, "M1")))
    assert done.returncode == 0
    assert "deal QS QH 2D 3C JH" in done.stdout
    assert "game_chick moves by the suit" in done.stdout
    assert "P2 has 4 on colour red" in done.stdout
    assert "Jaques cloth" in done.stdout
    assert done.stdout.splitlines()[-2:] == ["Finish: minoru", "Net: P1 +14, P2 -8, bank -6"]


def test_a_replay_of_several_rounds_says_who_holds_the_office() -> None:
    done = casino("replay", str(script_of(MINORU, "M7")))
    assert "Round 5. The bank is held by B" in done.stdout


def script(tmp_path: Path, **changes: Any) -> str:
    first = json.loads(script_of(MINORU, "M1").read_text())
    file = tmp_path / "script.json"
    file.write_text(json.dumps({**first, **changes}))
    return str(file)


@pytest.mark.parametrize(
    ("changes", "code", "move"),
    [
        (
            {"moves": [{"deal": ["QS", "QH", "2D", "3C", "JH"]}, {"deal": ["QS"]}]},
            "duplicate_card",
            2,
        ),
        ({"stakes": [{"seat": "P1", "market": "win", "selection": "minoru", "counters": 7}]}, "over_limit", 0),
        ({"game": "whist"}, "unknown_game", 0),
        ({"game": None}, "bad_script", 0),
        ({"rounds": [{}]}, "bad_script", 0),
    ],
)
def test_a_refusal_is_told_with_its_code_and_move(tmp_path: Path, changes: Any, code: str, move: int) -> None:
    done = casino("replay", script(tmp_path, **changes), "--json")
    assert done.returncode == 2
    refused = json.loads(done.stdout)["refused"]
    assert (refused["code"], refused["move"]) == (code, move)
    spoken = casino("replay", script(tmp_path, **changes))
    assert spoken.returncode == 2
    assert refused["sentence"] in spoken.stderr
    assert spoken.stderr.startswith("Move 2: " if move else "Stake 1: " if "stakes" in changes else refused["sentence"])
    assert spoken.stdout == ""


@pytest.mark.parametrize("content", [b"", b"{", b"[" * 100_000, b"\xff\xfe\x00", b"[" + b"9" * 5000 + b"]"])
def test_a_file_that_is_no_json_gets_a_sentence(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "script.json"
    file.write_bytes(content)
    done = casino("replay", str(file))
    assert done.returncode == 2
    assert "is no JSON" in done.stderr
    assert "Traceback" not in done.stderr
    assert json.loads(casino("replay", str(file), "--json").stdout)["refused"]["code"] == "bad_script"


def test_a_file_that_is_not_there_gets_a_sentence(tmp_path: Path) -> None:
    for file in (tmp_path / "none.json", tmp_path):
        done = casino("replay", str(file))
        assert (done.returncode, "cannot be read" in done.stderr) == (2, True)


def test_seats_with_odd_names_are_shown_as_they_are(tmp_path: Path) -> None:
    seats = ["[/red]", "Zoë [b]", "🐎"]
    stakes = [{"seat": seat, "market": "win", "selection": "minoru", "counters": 1} for seat in seats]
    made = {"seat": seats[0], "stake": {"market": "colour", "selection": "red", "counters": 2}}
    first = json.loads(script_of(MINORU, "M1").read_text())["moves"]
    file = script(tmp_path, seats=seats, stakes=stakes, moves=[made, *first])
    done = casino("replay", file)
    assert done.returncode == 0, done.stderr
    assert "Net: [/red] 0, Zoë [b] +2, 🐎 +2, bank -4" in done.stdout
    assert "seat [/red], stake market colour, selection red, counters 2" in done.stdout
    assert told("replay", file)["net"] == {"[/red]": 0, "Zoë [b]": 2, "🐎": 2, "bank": -4}
    assert json.loads(casino("replay", file, "--json", PYTHONIOENCODING="ascii").stdout)["net"]["Zoë [b]"] == 2


def test_a_script_can_be_piped_in() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "casino", "replay", "-", "--json"],
        input=script_of(MINORU, "M5").read_text(),
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    golden.check("M5", json.loads(done.stdout))


@pytest.mark.parametrize("arguments", [["odds", "whist"], ["simulate", "minoru", "--options", "{"]])
def test_programs_get_refusals_as_json(arguments: list[str]) -> None:
    done = casino(*arguments, "--json")
    assert done.returncode == 2
    assert set(json.loads(done.stdout)["refused"]) == {"code", "sentence"}


def test_a_few_rounds_prove_nothing() -> None:
    done = casino("simulate", "minoru", "--rounds", "2", "--seed", "9")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "Fewer than 1,000 rounds prove nothing."
    assert done.stderr == ""


def test_a_single_round_is_still_json() -> None:
    """One round has no spread, so its mean is infinitely many errors away; and JSON has no infinity."""
    done = casino("simulate", "minoru", "--rounds", "1", "--seed", "9", "--json")
    assert done.returncode == 0
    figures = json.loads(done.stdout, parse_constant=pytest.fail)["figures"]
    assert figures[-1]["apart"] is None


def test_odds_are_told_exactly() -> None:
    answer = told("odds", "minoru", "--options", '{"joker": true}')
    gou_gou = next(space for space in answer["spaces"] if space["selection"] == "gou_gou")
    assert gou_gou == {
        "market": "win",
        "selection": "gou_gou",
        "odds": "6/1",
        "chance": "7357218753669/85723876953125",
        "chance_decimal": "0.085824615208",
        "edge": str(1 - 7 * Fraction(7357218753669, 85723876953125)),
        "edge_percent": "39.9228",
    }
    assert len(answer["spaces"]) == 7


def test_odds_can_be_read() -> None:
    done = casino("odds", "minoru")
    assert done.returncode == 0
    lines = {tuple(line.split()[:2]): line for line in done.stdout.splitlines() if line}
    assert lines["win", "minoru"].split("  ")[-1].strip() == "11273401426/30517578125"
    assert "players gain 10.82" in lines["win", "minoru"]
    assert "bank keeps 68.90" in lines["win", "gou_gou"]
    assert "10 to 1" in lines["win", "gou_gou"]
    assert "odds printed" in done.stdout


def test_odds_of_a_race_without_its_own_are_what_a_win_is_worth() -> None:
    done = casino("odds", "derby", "--options", '{"variant": "myopia"}')
    assert done.returncode == 0
    rows = [line.split() for line in done.stdout.splitlines()]
    # Shares 0.170247486970 and 0.161746924004: fair prices 5.873802 and 6.182498.
    assert ["1", "17.0247", "%", "5.87"] in rows
    assert ["6", "16.1747", "%", "6.18"] in rows
    assert "estimate" not in done.stdout
    runners = told("odds", "derby")["runners"]
    assert [runner["runner"] for runner in runners] == list("123456")
    assert {(runner["share"], runner["error"]) for runner in runners} == {("1/6", None)}


def test_odds_that_are_estimated_say_so() -> None:
    middle = '{"variant": "myopia", "start": [6, 7, 8, 6, 7, 8]}'
    done = casino("odds", "derby", "--options", middle)
    assert "These are estimates, right to about 0." in done.stdout
    assert all(Fraction(runner["error"]) > 0 for runner in told("odds", "derby", "--options", middle)["runners"])
    many = casino("simulate", "derby", "--rounds", "1000", "--options", middle)
    assert many.returncode == 0
    assert many.stdout.splitlines()[-1] == "From here nothing is known exactly that rounds could be held against."


def test_a_horse_that_cannot_win_has_no_fair_price() -> None:
    # Horse 1 is home already, and the last wins.
    done = casino("odds", "derby", "--options", '{"donkey": true, "start": [16, 15, 15, 14]}')
    assert ["1", "0.0000", "%", "-"] in [line.split() for line in done.stdout.splitlines()]


@pytest.mark.parametrize("options", [{}, {"variant": "kentucky", "donkey": True}, {"variant": "myopia"}])
def test_many_derbies_agree_with_what_a_win_is_worth(options: dict[str, Any]) -> None:
    answer = told("simulate", "derby", "--rounds", "50000", "--seed", "1930", "--options", json.dumps(options))
    assert answer["agrees"] is True
    shares = [row for row in answer["figures"] if row["figure"] == "share"]
    assert [row["runner"] for row in shares] == list("123456")
    assert sum(row["simulated"] for row in shares) == pytest.approx(1), "a dead heat is shared"


@pytest.mark.parametrize("name", ["pool-commission", "book-dead-heat", "pool-carried"])
def test_scripts_with_something_beside_a_race(name: str) -> None:
    derby.check(name, told("replay", str(script_of(DERBY, name))))


def test_scripts_with_hands_that_are_given() -> None:
    """A whole deal of cards, and one that is refused."""
    musical_casino.check("odd-pot", told("replay", str(script_of(MUSICAL, "odd-pot"))))
    done = casino("replay", str(script_of(MUSICAL, "refused")), "--json")
    assert done.returncode == 2
    refused = json.loads(done.stdout)["refused"]
    assert (refused["code"], refused["move"]) == musical_casino.REFUSED["refused"]
    shown = casino("replay", str(script_of(MUSICAL, "odd-pot"))).stdout
    assert shown.startswith("Musical Casino\n"), "nobody holds a bank"


def test_a_sale_of_ascot_can_be_read_and_is_no_finished_game() -> None:
    example = str(PROJECT / "docs" / "examples" / "ascot-sale.json")
    done = casino("replay", example)
    assert done.returncode == 0, done.stderr
    assert "3 to Bob for 1000; 7 is put up for sale" in done.stdout
    # Horses 1, 5 and 9 are 40,000 each, the vet 36,000; the auctioneer is free.
    assert "Ada pays 156000 for 1, 5, 9, vet" in done.stdout
    assert done.stdout.splitlines()[-1] == "Finish: not yet"
    answer = told("replay", example)
    assert (answer["phase"], answer["finish"], answer["net"]) == ("running", None, None)


def test_odds_of_ascot_are_those_of_the_deal() -> None:
    """Sixteen of twenty cards are dealt to four players, four to each."""
    assert told("odds", "ascot")["figures"] == {"auctioneer": "4/5", "card": "1/5"}
    # Fourteen of twenty to two, seven to each.
    assert told("odds", "ascot", "--options", '{"players": 2}')["figures"] == {"auctioneer": "7/10", "card": "7/20"}
    shown = casino("odds", "ascot").stdout
    assert "Chance that a player is dealt the auctioneer: 0.8" in shown
    answer = told("simulate", "ascot", "--rounds", "20000", "--seed", "1934")
    assert answer["agrees"] is True


def test_a_replay_says_where_a_pool_went() -> None:
    done = casino("replay", str(script_of(DERBY, "pool-commission")))
    assert "B has 30 on totalisator 2" in done.stdout
    assert done.stdout.splitlines()[-2:] == [
        "Finish: 1 and 2",
        "Net: A +20, B +20, C -50, bookmaker 0, commission +10",
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["odds", "whist"], "no game of this house"),
        (["odds", "minoru", "--options", "{"], "no JSON"),
        (["odds", "minoru", "--options", "[]"], "options should be an object"),
        (["odds", "minoru", "--options", '{"course": "ascot"}'], "no course"),
        (["odds", "minoru", "--options", '{"course": "long", "joker": true}'], "has no joker"),
        (["simulate", "whist"], "no game of this house"),
        (["simulate", "minoru", "--rounds", "0"], "--rounds"),
        (["simulate", "minoru", "--rounds", "many"], "--rounds"),
    ],
)
def test_what_cannot_be_shown_gets_a_sentence(arguments: list[str], words: str) -> None:
    done = casino(*arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("case", TRANSCRIPTS, ids=lambda case: str(case["name"]))
def test_a_round_is_dealt_again_by_its_transcript(tmp_path: Path, case: dict[str, Any]) -> None:
    """Cases that need nothing but the transcript, the anchor and the off; each with the verdict that is published."""
    file = tmp_path / "round.json"
    file.write_text(case["transcript"])
    seen = ["--anchor", case["seen"]["anchor"], *(["--off", case["seen"]["off"]] if case["seen"].get("off") else [])]
    done = casino("verify-round", str(file), *seen, "--json")
    assert done.returncode == (1 if case["doubts"] else 0), done.stderr
    assert [each["code"] for each in json.loads(done.stdout)["doubts"]] == case["doubts"]


def test_a_round_that_was_dealt_again_can_be_read_about(tmp_path: Path) -> None:
    done = casino("verify-round", str(PROJECT / "docs" / "examples" / "minoru-round.json"))
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == "Minoru, round 5 of table Table 3: 6 moves."
    assert "The anchor was not compared" in done.stdout
    assert done.stdout.splitlines()[-1] == "It deals again as the transcript says."
    (tmp_path / "none.json").write_text("{}")
    refused = casino("verify-round", str(tmp_path / "none.json"), "--json")
    assert (refused.returncode, json.loads(refused.stdout)["refused"]["code"]) == (2, "bad_transcript")
    assert "cannot be read" in casino("verify-round", str(tmp_path / "missing.json")).stderr


def test_a_simulation_agrees_and_can_be_repeated() -> None:
    answer = told("simulate", "minoru", "--rounds", "50000", "--seed", "1909")
    assert answer["agrees"] is True
    assert answer["rounds"] == 50_000
    named = {(row.get("market"), row.get("selection"), row["figure"]) for row in answer["figures"]}
    assert len(named) == len(answer["figures"]) == 15
    assert named >= {("win", "gou_gou", "chance"), ("colour", "red", "edge"), (None, None, "deals")}
    assert answer == told("simulate", "minoru", "--rounds", "50000", "--seed", "1909")


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"joker": True}, {"course": "true-odds", "joker": True}, {"course": "long"}])
def test_a_million_rounds_agree_on_every_course(options: dict[str, Any]) -> None:
    assert told("simulate", "minoru", "--rounds", "1000000", "--options", json.dumps(options))["agrees"] is True


def test_what_a_course_is_called_does_not_speak_to_the_terminal(tmp_path: Path) -> None:
    shouting = {**course(), "name": "\x1b[31mred\x1b[2J"}
    for done in (
        casino("odds", "minoru", "--options", json.dumps({"course": shouting})),
        casino("replay", script(tmp_path, options={"course": shouting})),
    ):
        assert done.returncode == 0
        assert "red" in done.stdout
        assert "\x1b" not in done.stdout


def test_a_simulation_can_be_read() -> None:
    done = casino("simulate", "minoru", "--rounds", "1000", "--seed", "1909", "--options", '{"course": "true-odds"}')
    assert done.returncode == 0
    assert "True odds" in done.stdout
    assert "1,000 rounds, seed 1909" in done.stdout
    assert done.stdout.splitlines()[-1] == "Every figure agrees."
