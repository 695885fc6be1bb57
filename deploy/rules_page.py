"""`make rules`: docs/rules.md, which sentence of a rule book became which rule, and which tests show it.

Rules are the numbered headings in a game's README; a test names those it shows, `@pytest.mark.rule("minoru:M-R5")`.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
PAGE = PROJECT / "docs" / "rules.md"
HEADING = re.compile(r"^### ([A-Z][A-Z0-9-]*\d+) (.+)$")


@dataclass(frozen=True)
class Rule:
    id: str  # with its game: minoru:M-R5
    title: str
    source: str  # the printed sentence; nothing if the rule is ours


@dataclass(frozen=True)
class MarkedTest:
    path: str
    name: str
    rules: tuple[str, ...]


def rules_in(text: str, game: str) -> Iterator[Rule]:
    """The rules of a README: a heading with a number, and under it the sentence it comes from, if there is one."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if found := HEADING.match(line):
            quoted = takewhile(lambda below: below.startswith("> "), lines[at + 1 :])
            yield Rule(f"{game}:{found[1]}", found[2], " ".join(below.removeprefix("> ") for below in quoted))


def tests_in(source: str, path: str) -> Iterator[MarkedTest]:
    """The tests of a file that name a rule. A mark anywhere else than on a test function would be overlooked."""
    tree, found = ast.parse(source), 0
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            marks = [mark for decorator in node.decorator_list if (mark := _rules_named(decorator))]
            found += len(marks)
            if marks:
                yield MarkedTest(path, node.name, tuple(rule for mark in marks for rule in mark))
    if (
        sum(ast.unparse(node).endswith("mark.rule") for node in ast.walk(tree) if isinstance(node, ast.Attribute))
        > found
    ):
        raise ValueError(f"{path} marks a rule elsewhere than on a test function")


def _rules_named(decorator: ast.expr) -> list[str]:
    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
        return [str(ast.literal_eval(argument)) for argument in decorator.args]
    return []


def all_rules() -> list[Rule]:
    return [
        rule
        for readme in sorted((PROJECT / "games").glob("*/README.md"))
        for rule in rules_in(readme.read_text(), readme.parent.name.replace("_", "-"))
    ]


def all_tests() -> list[MarkedTest]:
    return [
        test
        for path in sorted((PROJECT / "tests").rglob("test_*.py"))
        for test in tests_in(path.read_text(), str(path.relative_to(PROJECT)))
    ]


def problems(rules: Iterable[Rule], tests: Iterable[MarkedTest]) -> list[str]:
    """Rules without a test, marks without a rule, numbers given twice."""
    ids = [rule.id for rule in rules]
    named = {rule for test in tests for rule in test.rules}
    return [
        *(f"{rule} has no test" for rule in ids if rule not in named),
        *(f"{rule} is named by a test and is no rule" for rule in sorted(named - set(ids))),
        *(f"{rule} is there twice" for rule in sorted({rule for rule in ids if ids.count(rule) > 1})),
    ]


def page(rules: Iterable[Rule], tests: Iterable[MarkedTest]) -> str:
    tests = list(tests)
    lines = [
        "# Rules",
        "",
        "Which printed sentence became which rule, and which tests show it. `make rules` writes this page.",
    ]
    game = ""
    for rule in rules:
        if (slug := rule.id.split(":")[0]) != game:
            game = slug
            folder = game.replace("-", "_")
            lines += ["", f"## {game}", "", f"[The rules in our words](../games/{folder}/README.md)", ""]
            lines += ["| source | rule | tests |", "|---|---|---|"]
        lines.append(
            f"| {rule.source or '*ours*'} | **{rule.id.split(':')[1]}** {rule.title} | {_links(rule, tests)} |"
        )
    return "\n".join(lines) + "\n"


def _links(rule: Rule, tests: Iterable[MarkedTest]) -> str:
    return "<br>".join(f"[{test.name}](../{test.path})" for test in tests if rule.id in test.rules)


def main() -> None:
    rules, tests = all_rules(), all_tests()
    PAGE.write_text(page(rules, tests))
    for problem in problems(rules, tests):
        print(problem)
    print(f"{PAGE.relative_to(PROJECT)}: {len(rules)} rules, {len(tests)} tests")


if __name__ == "__main__":
    main()
