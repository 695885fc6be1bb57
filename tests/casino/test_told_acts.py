"""Whatever staff do is told with who did it: held against the sources, so that no act is forgotten."""

import ast
from collections.abc import Iterator

from casino.home import PROJECT

Function = ast.FunctionDef

# Who acts by these is told elsewhere: a card dealt by hand by `deal_by_hand`; a guest's own decision, and what the
# clock does, stand with the moves of the round; a link for a member of staff belongs to no session, and is noted in the
# admin's log.
TOLD_ELSEWHERE = {"play", "make_move", "renew_link"}
# Of the API: what guests and devices do for themselves, a plan that changes nothing, and one's own credentials.
BY_NOBODY_ELSE = {
    *("Join.post", "ComeBack.post", "Pair.post", "PlanCorrection.post", "LogIn.post", "OneStaffToken.delete"),
}


def functions(folder: str = "casino") -> list[tuple[str, Function]]:
    found = []
    for path in sorted((PROJECT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                found.append((f"{path.relative_to(PROJECT)}:{node.name}", node))
    return found


def takes_by(function: Function) -> bool:
    arguments = function.args
    return any(each.arg == "by" for each in (*arguments.args, *arguments.kwonlyargs))


def handed_on(function: Function) -> Iterator[str]:
    """The names of those that this function calls with `by`."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            given = [*node.args, *(word.value for word in node.keywords if word.arg == "by")]
            if any("by" in {name.id for name in ast.walk(each) if isinstance(name, ast.Name)} for each in given):
                yield getattr(node.func, "attr", "") or getattr(node.func, "id", "")


def untold(found: list[tuple[str, Function]]) -> list[str]:
    """Functions that are told who acts, and do not pass it on, by whatever way, to `tell`."""
    acting = [(where, function) for where, function in found if takes_by(function) and not abstract(function)]
    telling: set[str] = {"tell", *TOLD_ELSEWHERE}
    while fresh := {f.name for _, f in acting if f.name not in telling and telling.intersection(handed_on(f))}:
        telling |= fresh
    return [
        where
        for where, function in acting
        if function.name not in telling and not telling.intersection(handed_on(function))
    ]


def abstract(function: Function) -> bool:
    return isinstance(function.body[-1], ast.Raise)


def test_every_act_is_told_with_who_did_it() -> None:
    found = functions()
    assert len([function for _, function in found if takes_by(function)]) > 50
    assert untold(found) == []


def test_an_act_that_is_not_told_is_seen() -> None:
    tree = ast.parse(
        "def told(x, *, by):\n    tell(x, 'kind', by=by)\n"
        "def by_way_of(x, *, by):\n    told(x, by=by)\n"
        "def silent(x, *, by):\n    x.save()\n"
        "def unnamed(x, *, by):\n    tell(x, 'kind')\n"
    )
    found = [(node.name, node) for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert untold(found) == ["silent", "unnamed"]


def api_writes() -> dict[str, bool]:
    """Every operation of the API that writes, and whether it says who asked."""
    found = {}
    for path in sorted((PROJECT / "casino" / "api").glob("*.py")):
        for node in [each for each in ast.parse(path.read_text()).body if isinstance(each, ast.ClassDef)]:
            for method in node.body:
                if isinstance(method, ast.FunctionDef) and method.name in {"post", "put", "patch", "delete"}:
                    found[f"{node.name}.{method.name}"] = "asked.by" in ast.unparse(method)
    return found


def test_every_operation_of_staff_says_who_asked() -> None:
    writes = api_writes()
    assert sum(writes.values()) > 25
    assert {name for name, says in writes.items() if not says} == BY_NOBODY_ELSE
