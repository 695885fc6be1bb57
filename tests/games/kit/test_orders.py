"""Finishing orders as outcomes, and what is made of them."""

from fractions import Fraction

from games.kit.markets import Market, Space, alike, names_of, price, without_hope
from games.kit.odds import EVENS, Odds
from games.kit.orders import Orders

ABC = Orders({"ann": "A", "bea": "B", "cyd": "C"}, 2)


def test_every_way_to_fill_the_places_is_an_outcome() -> None:
    assert ABC.all == ("AB", "AC", "BA", "BC", "CA", "CB")
    assert ABC.written(["cyd", "ann"]) == "CA"
    assert ABC.read("CA") == ("cyd", "ann")


def test_who_is_home_leaves_fewer() -> None:
    assert ABC.beginning([]) == ABC.all
    assert ABC.beginning(["bea"]) == ("BA", "BC")
    assert ABC.beginning(["bea", "ann", "cyd"]) == ("BA",)


def test_a_runner_is_placed_among_the_first_so_many() -> None:
    assert ABC.placing("ann", 1) == ("AB", "AC")
    assert ABC.placing("ann", 2) == ("AB", "AC", "BA", "CA")


def test_spaces_without_hope_win_at_no_outcome_that_is_left() -> None:
    win = Market("win", "bank", tuple(Space(name, EVENS, ABC.placing(name, 1)) for name in ABC.letters))
    both = Market("both", "bank", tuple(Space(name, EVENS, ABC.placing(name, 2)) for name in ABC.letters))
    assert without_hope([win, both], ABC.all) == set()
    assert without_hope([win, both], ABC.beginning(["bea"])) == {("win", "ann"), ("win", "cyd")}
    assert ("both", "cyd") in without_hope([win, both], ABC.beginning(["bea", "ann"]))


def test_of_many_spaces_those_that_are_worth_the_same_stand_together() -> None:
    wheel = tuple(Space(str(number), Odds(35), (str(number),)) for number in range(20))
    few = tuple(Space(side, EVENS, (side,)) for side in ("red", "black"))
    markets = (Market("number", "bank", wheel), Market("colour", "bank", few))
    chances = {("number", str(n)): Fraction(1 + (n == 7), 20) for n in range(20)}
    chances |= {("colour", "red"): Fraction(1, 2), ("colour", "black"): Fraction(1, 2)}
    shown = [[each.space.selection for each in same] for same in alike(price(markets, chances))]
    assert shown == [[str(n) for n in range(20) if n != 7], ["7"], ["red"], ["black"]]
    assert [names_of(names) for names in shown] == ["0 … 19 (19)", "7", "red", "black"]
    assert names_of(["a", "b"]) == "a, b"
