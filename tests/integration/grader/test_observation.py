"""Programs that belong to no problem: what is told of their calls, how they end, and what they may not do."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.domains.runs.snippet import CURE, LINE, SNIPPET, STEPS, TRAP
from app.web.drawing.trial import draw_trial
from app.work.recording import shows_retracing
from grader.grading.client import Grader
from grader.report import Report, Verdict
from grader.settings import GraderSettings

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(600)]

HEAD = "import jax\nimport jax.numpy as jnp\nfrom flax import nnx\nx = jnp.ones(8)\n"


@pytest.fixture(scope="module")
def grader() -> Iterator[Grader]:
    with (
        tempfile.TemporaryDirectory() as cache,
        Grader(GraderSettings(compile_cache=Path(cache)), spares=1) as grader,
    ):
        yield grader


def observe(grader: Grader, source: str) -> Report:
    return grader.observe(source.encode())


def list_calls(report: Report) -> list[tuple[str, int]]:
    """Return label and traces of each call."""
    return [(call.label, call.traces) for case in report.cases for call in case.calls]


def test_the_front_page_s_program_is_a_trap_and_has_a_cure(grader: Grader) -> None:
    assert TRAP in SNIPPET.splitlines()[LINE - 1]
    trapped, cured = observe(grader, SNIPPET), observe(grader, SNIPPET.replace(TRAP, CURE))
    assert shows_retracing(trapped)
    assert list_calls(trapped) == [(f"step, line 10: call {number}", 1) for number in range(1, STEPS + 1)]
    assert [traces for _label, traces in list_calls(cured)] == [1] + [0] * (STEPS - 1)
    assert trapped.output == cured.output != ""
    drawn, better = draw_trial(trapped), draw_trial(cured)
    assert "times slower" in drawn.question
    assert better.question.startswith("Compiled once")
    assert [column.traced for column in better.columns] == [True] + [False] * 9
    compiled, *reused = (column.ms for column in better.columns)
    assert max(reused) < compiled


@pytest.mark.parametrize(
    ("program", "calls"),
    [
        ("f = jax.jit(lambda v: 2 * v)\nf(x); f(x)", [1, 0]),
        ("for _ in range(2):\n    jax.jit(lambda v: 2 * v)(x)", [1, 1]),
        ("m = nnx.Linear(8, 1, rngs=nnx.Rngs(0))\nf = nnx.jit(lambda m, v: m(v))\nf(m, x); f(m, x)", [1, 0]),
        ("f = jax.jit(jnp.sin).lower(x).compile()\nf(x)", [0]),
        ("g = jax.jit(lambda v: v + 1)\nf = jax.jit(lambda v: g(v) * g(v))\nf(x)", [1]),
        ("jnp.sin(x) + x", []),
        ("print('a')", []),
    ],
    ids=["reused", "made anew", "nnx", "ahead of time", "nested", "eager", "no jax"],
)  # fmt: skip
def test_each_call_of_an_own_jitted_function_is_told(grader: Grader, program: str, calls: list[int]) -> None:
    report = observe(grader, HEAD + program)
    assert (report.verdict, report.code) == (Verdict.ACCEPTED, "ran"), report.message
    assert [traces for _label, traces in list_calls(report)] == calls
    for case in report.cases:
        for call in case.calls:
            assert call.seconds > 0
            assert call.segments[-1].kind == "execute"


@pytest.mark.parametrize(
    ("program", "verdict", "code"),
    [
        ("1 / 0", Verdict.RUNTIME_ERROR, "error.exception"),
        ("x = (", Verdict.REJECTED_SOURCE, "source.syntax"),
        ("  ", Verdict.REJECTED_SOURCE, "source.empty"),
        ("while True: pass", Verdict.TIME_LIMIT_EXCEEDED, "limit.time"),
        ("import os\nos._exit(0)", Verdict.RUNTIME_ERROR, "error.exit"),
        ("raise SystemExit", Verdict.RUNTIME_ERROR, None),
        ("print('x' * 10**9)", None, None),
        ("import sys\nsys.settrace(print)", Verdict.TAMPERING, None),
        ("import sys\nsys.audit('jaxdojo.ran', [], [])", Verdict.TAMPERING, None),
        ("import jax\njax.monitoring.clear_event_listeners()", Verdict.TAMPERING, None),
        ("import socket\nsocket.create_connection(('192.0.2.1', 80), 2)", Verdict.RUNTIME_ERROR, None),
        ("open('/etc/passwd').read()", Verdict.RUNTIME_ERROR, None),
        ("import os\nos.fork()", Verdict.RUNTIME_ERROR, None),
    ],
)
def test_how_programs_end(grader: Grader, program: str, verdict: Verdict | None, code: str | None) -> None:
    report = observe(grader, program)
    assert report.verdict is not Verdict.ACCEPTED
    assert report.verdict is not Verdict.INTERNAL_ERROR
    assert verdict in {None, report.verdict}, report.message
    assert code in {None, report.code}
    assert "/dojo/" not in report.output + report.message, "where the grader's code lies is nobody's business"


def test_many_calls_are_counted_and_the_first_are_told(grader: Grader) -> None:
    report = observe(grader, HEAD + "f = jax.jit(jnp.sin)\nfor _ in range(500): f(x)")
    assert len(list_calls(report)) == 200
    assert "500 times" in report.message
    assert len(draw_trial(report).columns) + draw_trial(report).more == 200
