"""Text of guests and staff in other people's formats: it stays on its line, in its cell, and is read as text."""

from hypothesis import given
from hypothesis import strategies as st

from casino.exports.wording import amount, bare, cell, one_line, what


@given(st.text())
def test_a_line_is_one_line_and_all_of_it_can_be_seen(text: str) -> None:
    line = one_line(text)
    assert line.splitlines() in ([], [line])
    assert line.isprintable()
    assert "  " not in line
    assert line == line.strip()
    assert one_line(line) == line


@given(st.text(alphabet=st.sampled_from("ab ;|\"'\\\n\t\r\u2028\u202e=+-@\0\x85")))
def test_a_description_has_no_mark_that_means_something_to_a_tool(text: str) -> None:
    found = bare(text)
    assert not set(found) & set(";|\"'\\\n\r\t\u2028\u202e\0\x85")
    assert found.count("a") == text.count("a")
    assert found.count("b") == text.count("b")


@given(st.text(alphabet=st.sampled_from("ab ;=+-@\t\r\n\u202e\ufeff'")))
def test_no_cell_begins_like_a_formula_nor_after_a_semicolon(text: str) -> None:
    """Where a comma is the decimal mark, a spreadsheet begins a new cell there."""
    for part in cell(text).split(";"):
        assert not part.lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r"))


def test_what_can_be_kept_is_kept() -> None:
    assert bare('Pat\'s till; 5 | "ten"  Ünïcødé 🎩') == "Pat’s till, 5 / ten Ünïcødé 🎩"
    assert cell("=1+1") == "'=1+1"
    assert cell('Ada, "the" 1st') == 'Ada, "the" 1st'


def test_amounts_have_all_their_decimals_and_no_other_marks() -> None:
    assert amount(1234567, 0) == "1234567"
    assert amount(1234567, 2) == "12345.67"
    assert amount(-5, 2) == "-0.05"
    assert amount(0, 2) == "0.00"
    assert amount(2**63 - 1, 9) == "9223372036.854775807"


def test_an_entry_says_what_it_was_about() -> None:
    assert what("round:12:stake:0f9a", ["stake"], None) == "stake, round 12"
    assert what("round:12:settle", ["lost", "returned", "lost"], None) == "lost, returned, round 12"
    assert what("start:7", ["buy-in"], None) == "buy-in, on joining"
    assert what("buy-in:0f9a", ["buy-in"], None) == "buy-in"
    assert what("prize:3:dropped", ["prize"], 41) == "prize 3, reverses entry 41"
    assert what("round:; a=b:x", ["stake"], None) == "stake"
