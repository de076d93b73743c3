"""Programs that belong to no problem: what is reported about their calls, how they end, and what is forbidden."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from app.cli.explanation import print_explanation
from app.domains.runs.snippet import CURE, LINE, SNIPPET, STEPS, TRAP
from app.web.drawing.explained import explain_report
from app.web.drawing.trial import draw_trial
from app.work.recording import shows_retracing
from grader.grading.client import Grader
from grader.report import Observed, Report, Verdict
from grader.settings import GraderSettings

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(600)]

FRONT_PAGE_LINES = 5
TRIES = 5
"""The number of tries in which calls must take the times that they should: a busy machine may stall any of them."""
HEAD = "import jax\nimport jax.numpy as jnp\nfrom flax import nnx\nx = jnp.ones(8)\n"


@pytest.fixture(scope="module")
def grader() -> Iterator[Grader]:
    with (
        tempfile.TemporaryDirectory() as root,
        Grader(GraderSettings(compile_cache=Path(root) / "cache"), spares=1) as grader,
    ):
        yield grader


def observe(grader: Grader, source: str) -> Report:
    return grader.observe(source.encode())


def list_calls(report: Report) -> list[tuple[str, int]]:
    """Return the label and the traces of each call."""
    return [(call.label, call.traces) for case in report.cases for call in case.calls]


def test_the_front_page_s_program_is_a_trap_and_has_a_cure(grader: Grader) -> None:
    assert len(SNIPPET.splitlines()) == FRONT_PAGE_LINES
    assert "jax.jit" in SNIPPET.splitlines()[LINE - 1]
    left = TRIES
    while True:
        left -= 1
        trapped, cured = observe(grader, SNIPPET), observe(grader, SNIPPET.replace(TRAP, CURE))
        drawn, better = draw_trial(trapped), draw_trial(cured)
        compiled, *reused = (column.ms for column in better.columns)
        if left == 0 or ("times slower" in drawn.question and max(reused) < compiled):
            break
    assert shows_retracing(trapped)
    assert list_calls(trapped) == [(f"<lambda>, line {LINE + 1}: call {number}", 1) for number in range(1, STEPS + 1)]
    assert [traces for _label, traces in list_calls(cured)] == [1] + [0] * (STEPS - 1)
    assert trapped.output == cured.output != ""
    assert "times slower" in drawn.question
    assert better.question.startswith("Compiled once")
    assert [column.traced for column in better.columns] == [True] + [False] * 9
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
def test_how_programs_end(
    grader: Grader, monkeypatch: pytest.MonkeyPatch, program: str, verdict: Verdict | None, code: str | None
) -> None:
    if program.startswith("while"):
        monkeypatch.setattr("grader.grading.observation.SECONDS", 1.0)
    report = observe(grader, program)
    assert report.verdict is not Verdict.ACCEPTED
    assert report.verdict is not Verdict.INTERNAL_ERROR
    assert verdict in {None, report.verdict}, report.message
    assert code in {None, report.code}
    assert "/dojo/" not in report.output + report.message, "where the grader's code lies is nobody's business"


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("def main(): print('here')\nif __name__ == '__main__': main()", "here"),
        ("import timeit\ndef f(): print('here')\ntimeit.timeit('f()', 'from __main__ import f', number=1)", "here"),
        ("import cProfile\ndef f(): print('here')\ncProfile.run('f()')", "here"),
        ("import argparse\nprint(argparse.ArgumentParser().parse_args())", "Namespace()"),
        ("import pickle\nclass A: pass\nprint(type(pickle.loads(pickle.dumps(A()))))", "<class '__main__.A'>"),
        ("import warnings\nwarnings.warn('slow')", "solution.py:2: UserWarning: slow"),
        ("import jax.numpy as jnp\njnp.zeros(3, dtype='float64')", "UserWarning: Explicitly requested dtype float64"),
        ("import numpy as np\nnp.float32(1e38) * np.float32(100)", "RuntimeWarning: overflow"),
        ("assert (1, 'never')", "solution.py:1: SyntaxWarning: assertion is always true"),
    ],
)
def test_a_program_runs_as_anywhere(grader: Grader, program: str, told: str) -> None:
    report = observe(grader, program)
    assert report.code == "ran", report.message
    assert told in report.output


def test_random_numbers_without_a_seed_differ_from_run_to_run(grader: Grader) -> None:
    source = "import random\nimport numpy as np\nprint(random.random())\nprint(np.random.random())"
    outputs = [observe(grader, source).output.split() for _ in range(2)]
    assert len({number for output in outputs for number in output}) == 4


def test_a_program_without_mistakes_prints_no_warnings(grader: Grader) -> None:
    source = "m = nnx.Linear(8, 1, rngs=nnx.Rngs(0))\nf = nnx.jit(lambda m, v: m(v))\nf(m, x); jnp.sin(x)"
    assert observe(grader, HEAD + source).output == ""


def test_a_program_that_ended_its_process_has_told_what_came_before(grader: Grader) -> None:
    report = observe(grader, "import logging, os\nlogging.warning('here')\nos._exit(1)")
    assert (report.code, "here" in report.output) == ("error.exit", True)


def test_many_calls_are_counted_and_the_first_are_told(grader: Grader) -> None:
    report = observe(grader, HEAD + "f = jax.jit(jnp.sin)\nfor _ in range(500): f(x)")
    assert len(list_calls(report)) == 200
    assert "500 times" in report.message
    assert len(draw_trial(report).columns) + draw_trial(report).more == 200


def find_observed(report: Report) -> Observed:
    assert report.observed is not None, report.message
    return report.observed


@pytest.mark.parametrize(
    ("program", "causes"),
    [
        ("f = jax.jit(lambda v: 2 * v)\nf(x); f(x)", [""]),
        ("f = jax.jit(lambda v: 2 * v)\nf(x); f(x[1:]); f(x)", ["", "shape"]),
        ("f = jax.jit(lambda v: 2 * v)\nf(x); f(x.astype(int))", ["", "dtype"]),
        ("f = jax.jit(lambda v, n: n * v, static_argnums=1)\nf(x, 1); f(x, 2)", ["", "static_value"]),
        ("for _ in range(3): jax.jit(lambda v: 2 * v)(x)", ["", "new_function", "new_function"]),
        ("f = jax.jit(lambda v: 2 * v)\nf(x); jax.clear_caches(); f(x)", ["", "cache_cleared"]),
        ("m = nnx.Linear(8, 1, rngs=nnx.Rngs(0))\nf = nnx.jit(lambda m, v: m(v))\nf(m, x); m.a = 1; f(m, x)", None),
    ],
    ids=["none", "shape", "dtype", "static", "made anew", "cleared", "module"],
)
def test_each_trace_after_the_first_has_its_reason(grader: Grader, program: str, causes: list[str] | None) -> None:
    [function] = find_observed(observe(grader, HEAD + program)).functions
    found = [trace.cause for trace in function.traces]
    assert causes is None or found == causes
    assert found[0] == ""
    assert all(trace.message and trace.hint for trace in function.traces[1:])
    if causes is None:
        assert found[1:]
        assert "unknown" not in found


def test_the_jaxpr_and_its_size_are_told_and_long_ones_are_cut(grader: Grader) -> None:
    long = "def g(v):\n    for _ in range(5000): v = v + 1\n    return v\njax.jit(g)(x)"
    report = observe(grader, HEAD + "t = jnp.ones((64, 64))\nf = jax.jit(lambda v: jnp.sin(v) @ t[:8])\nf(x)\n" + long)
    short, cut = (function.jaxprs[0] for function in find_observed(report).functions)
    assert "sin" in short.text
    assert short.primitives["sin"] == 1
    assert short.constants == 64 * 64 * 4
    assert not short.cut
    assert (cut.equations, cut.cut) == (5000, True)
    assert 0 < len(cut.text) <= 6000


def test_what_stays_eager_is_told_apart_from_what_only_moves(grader: Grader) -> None:
    observed = find_observed(observe(grader, HEAD + "for _ in range(3):\n    y = jnp.sin(x)\nz = x.reshape(2, 4)"))
    eager = [(one.name, one.line, one.count) for one in observed.outside if one.primitive is not None]
    assert eager == [("sin", 6, 3)]
    assert observed.functions == []
    assert observed.single_ms > 0
    assert observed.seconds * 1000 >= observed.single_ms


def test_a_program_that_raises_has_told_what_came_before(grader: Grader) -> None:
    report = observe(grader, HEAD + "f = jax.jit(lambda v: 2 * v)\nf(x); f(x[1:])\nf(x) + nothing")
    assert (report.verdict, report.line) == (Verdict.RUNTIME_ERROR, 7)
    assert [trace.cause for trace in find_observed(report).functions[0].traces] == ["", "shape"]


def test_a_page_and_a_terminal_explain_it(grader: Grader) -> None:
    source = HEAD + "def f(v): return 2 * v\nfor n in range(1, 12): jax.jit(f)(x[:n % 8 + 1])\njnp.tanh(x)"
    report = observe(grader, source)
    explanation = explain_report(report)
    assert explanation is not None
    [function] = explanation.functions
    assert function.again == 7
    assert len(function.reasons) + function.more == 7
    assert [one.name for one in explanation.eager] == ["tanh"]
    assert explanation.split.total_ms >= sum(part.ms for part in explanation.split.parts) - 0.01
    assert 99 < sum(part.width for part in explanation.split.parts) < 101
    console = Console(width=100, record=True, file=io.StringIO())
    print_explanation(console, report, jaxprs=True)
    told = console.export_text()
    for words in ("7 times", "`v` was float32[2] before", "lambda ; a:f32[", "tanh (1 time", "isn't proof"):
        assert words in told
    assert explain_report(report.model_copy(update={"observed": None})) is None
