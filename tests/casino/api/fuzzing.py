"""Requests made at random from the document by schemathesis, and every answer held against it by all of its checks."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.engine import Status, events, from_schema
from schemathesis.generation.meta import TestPhase
from schemathesis.hooks import unregister

from tests.casino.api.endless import Evening
from tests.casino.api.serving import served
from tests.casino.api.wire import document

PHASES = ("examples", "coverage", "fuzzing", "stateful")
# What every answer is held against. None is off; `max_response_time` alone has no limit unless one is given.
CHECKS = {
    # A request that the document allows may still be against the rules (422), too early (429) or too late (410), for
    # somebody else (401, 403), or about what is not there (404). What it may not be is malformed (400).
    "positive_data_acceptance": {"expected-statuses": ["2xx", 401, 403, 404, 410, 422, 429]},
    # And what the document forbids may be refused for any reason, its size (413) among them.
    "negative_data_rejection": {"expected-statuses": ["4xx"]},
}


@dataclass
class Answers:
    """What became of the requests of one caller."""

    asked: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    operations: set[str] = field(default_factory=set)
    went_well: set[str] = field(default_factory=set)
    checks: set[str] = field(default_factory=set)
    failures: dict[str, str] = field(default_factory=dict)


def fuzz(evening: Evening, who: str, *, phases: tuple[str, ...] = PHASES, examples: int) -> Answers:
    """Ask for every operation of the document as nobody, as a player or as staff."""
    schema: Any = schemathesis.openapi.from_dict(document(), config=_config(phases, examples))
    schema = schema.exclude(operation_id="follow_events")  # it does not end; it has tests of its own
    answers = Answers()
    with served() as port, Asking(evening, who, answers).listening(schema):
        schema.config.update(base_url=f"http://127.0.0.1:{port}")
        for event in from_schema(schema).execute():
            _note(event, answers)
    return answers


def _config(phases: tuple[str, ...], examples: int) -> Any:
    return schemathesis.Config.from_dict(
        {
            "seed": 1,
            "continue-on-failure": True,
            "generation": {
                "max-examples": examples,
                "deterministic": True,
                "no-shrink": True,
                "database": "none",
                # PostgreSQL has no NUL: it is refused wherever it stands, which the schema of each text need not say.
                "allow-x00": False,
            },
            "phases": {phase: {"enabled": phase in phases} for phase in PHASES},
            "checks": CHECKS,
            "suppress-health-check": ["all"],
        }
    )


@dataclass
class Asking:
    """Lets most requests name what is there, and tends the evening after those that changed something."""

    evening: Evening
    who: str
    answers: Answers
    changed: bool = False

    @contextmanager
    def listening(self, schema: Any) -> Iterator[None]:
        def before_call(context: Any, case: Any, kwargs: Any) -> None:
            self._before(case)

        def after_call(context: Any, case: Any, response: Any) -> None:
            self._after(case, response)

        if self.who != "nobody":
            schema.auth(refresh_interval=None)(_bearer(self.evening, self.who))
        # One can listen to all schemas of the process, or to none.
        schemathesis.hook(before_call)
        schemathesis.hook(after_call)
        try:
            yield
        finally:
            unregister(before_call)
            unregister(after_call)

    def _before(self, case: Any) -> None:
        if self.changed:
            self.evening.tend()
            self.changed = False
        if self.answers.asked % 20 == 0:
            self.evening.forgive()
        if case._has_explicit_auth:
            case.headers["Authorization"] = f"Bearer {self.evening.tokens[self.who]}"
        if case.meta is not None:
            self._make_sense(case)

    def _make_sense(self, case: Any) -> None:
        """Of what the document allows, choose what is there; now and then leave it as it was made."""
        turn, as_made = self.answers.asked, case.meta.is_negative_at
        linked = case.meta.phase.name == TestPhase.STATEFUL  # then it names what an answer before named
        if turn % 8 and case.path_parameters and not linked and not as_made(ParameterLocation.PATH):
            there = self.evening.addresses()
            case.path_parameters = self._chosen(case.path_parameters, there)
        if case.query and not as_made(ParameterLocation.QUERY):
            case.query.pop("cursor", None)  # the house signs its own: one that was made up is no page
        if turn % 4 and isinstance(case.body, dict) and not as_made(ParameterLocation.BODY):
            case.body = self._chosen(case.body, self.evening.sayings((case.path_parameters or {}).get("round_id")))

    def _chosen(self, given: Any, there: dict[str, Callable[[], list[Any]]]) -> dict[str, Any]:
        def choice(name: str, made: Any) -> Any:
            found = there[name]() if name in there else []
            return found[self.answers.asked * 7919 % len(found)] if found else made

        return {name: choice(name, made) for name, made in given.items()}

    def _after(self, case: Any, response: Any) -> None:
        went_well = response.status_code < 300
        self.changed = self.changed or (case.method != "GET" and went_well)
        answers, name = self.answers, case.operation.label
        answers.asked += 1
        answers.statuses[response.status_code] += 1
        answers.operations.add(name)
        if went_well:
            answers.went_well.add(name)


def _bearer(evening: Evening, who: str) -> Any:
    class Token:
        def get(self, _case: Any, _context: Any) -> str:
            return evening.tokens[who]

        def set(self, case: Any, token: str, _context: Any) -> None:
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}

    return Token


def _note(event: Any, answers: Answers) -> None:
    if isinstance(event, events.FatalError):
        raise event.exception
    if isinstance(event, events.NonFatalError):
        answers.failures[f"error {event.label}"] = event.info.format()
    if isinstance(event, events.ScenarioFinished):
        for case_id, checks in event.recorder.checks.items():
            answers.checks |= {check.name for check in checks}
            for check in checks:
                if check.status == Status.FAILURE and check.failure_info:
                    response = event.recorder.interactions[case_id].response
                    told = f"{response.status_code} {response.content!r:.400}" if response else "no answer"
                    answers.failures[f"{event.phase.value} {event.recorder.label} {check.name}"] = (
                        f"{check.failure_info.failure}\n{check.failure_info.code_sample}\n{told}"
                    )
