"""Sealed problems: hidden cases are judged by the exported program, in a sandbox without the submission's code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.report import Mode, Report

if TYPE_CHECKING:
    from tests.integration.checks.conftest import Kata, MakeKata

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(300)]

BODIES = """
import jax.numpy as jnp

def leak(state, drive):
    return 0.9 * state + drive
"""
CALLS = """[
    Call({"step": Body("leak"), "start": rng.uniform(1, 2, 3).astype(np.float32),
          "drives": rng.uniform(1, 2, (5, 3)).astype(np.float32)})
]"""
HEAD = "import jax, jax.numpy as jnp, numpy as np\n"
HONEST = f"""{HEAD}
def solve(step, start, drives):
    def body(state, drive):
        state = step(state, drive)
        return state, state
    return jax.lax.scan(body, start, drives)[1]
"""
SCAN = "jax.lax.scan(lambda s, d: (step(s, d),) * 2, start, drives)[1]"
COPY = "jax.lax.scan(lambda s, d: (0.9 * s + d,) * 2, start, drives)[1]"
SLOW = """
    def slow(a, b):
        rows = [a]
        for x in b:
            rows.append(0.9 * rows[-1] + x)
        return np.stack(rows[1:])
"""
UNROLLED = """
@jax.jit
def go(start, drives):
    rows = [start + d for d in drives]
    return sum(rows[1:], rows[0])
"""


def solve(result: str, before: str = "") -> str:
    """Return a solution that returns an expression."""
    return f"{HEAD}\ndef solve(step, start, drives):\n{before}\n    return {result}\n"


FAKES = {
    "copies the function": (solve(COPY), "wrong_structure body.never_called"),
    "copies it beside a decoy": (solve(f"{COPY} + 0 * {SCAN}"), "wrong_answer values.mismatch"),
    "sniffs tracers": (
        solve(f"{SCAN} if not isinstance(start, jax.core.Tracer) else jnp.zeros((5, 3))"),
        "wrong_structure sealed.body_unused",
    ),
    "sniffs, and calls a decoy": (
        solve(f"{SCAN} * (0 if isinstance(start, jax.core.Tracer) else 1)"),
        "wrong_answer values.mismatch",
    ),
    "calls back into Python": (
        solve("jax.pure_callback(slow, jax.ShapeDtypeStruct((5, 3), 'float32'), start, drives)", SLOW),
        "wrong_structure sealed.callback",
    ),
    "computes in NumPy": (
        solve("jnp.asarray(slow(np.asarray(start), np.asarray(drives)))", SLOW),
        "wrong_structure sealed.not_traceable",
    ),
    "decides on a value": (solve(SCAN, "    if start[0] > 9: return drives"), "wrong_structure sealed.not_traceable"),
    "remembers by shape": (
        (
            f"{HEAD}\nSEEN = {{}}\ndef solve(step, start, drives):\n"
            f"    if drives.shape not in SEEN or isinstance(SEEN[drives.shape], jax.core.Tracer):\n"
            f"        SEEN[drives.shape] = {SCAN}\n    return jax.lax.stop_gradient(SEEN[drives.shape]) + 0 * {SCAN}\n"
        ),
        "accepted accepted",  # there is nothing to remember: each program is made from shapes alone
    ),
    "patches the exporter": (
        f"{HONEST}\nfrom jax import export\nexport.export = jax.export.export = lambda *a, **k: None\n",
        "accepted accepted",  # the original exporter was kept, and another one's program would have to compute the same
    ),
    "bakes a large constant": (
        solve(f"{SCAN} + jnp.asarray(TABLE)[0, 0] * 0", "").replace("\ndef", "\nTABLE = np.random.rand(300, 300)\ndef"),
        "wrong_structure sealed.constants",
    ),
    "unrolls a loop": (
        solve(f"{SCAN} + 0 * go(start, drives)").replace("\ndef", f"{UNROLLED}\ndef"),
        "wrong_structure sealed.growth",
    ),
    "unrolls a loop for few rows": (
        solve(f"{SCAN} + (0 * go(start, drives) if len(drives) < 48 else 0)").replace("\ndef", f"{UNROLLED}\ndef"),
        "wrong_structure sealed.growth",
    ),
    "unrolls a loop for very few rows": (
        solve(f"{SCAN} + (0 * go(start, drives) if len(drives) < 16 else 0)").replace("\ndef", f"{UNROLLED}\ndef"),
        "wrong_structure sealed.growth",
    ),
    "fails where operations are only counted": (
        solve(f"{SCAN} + 0 * go(start, drives)", "    assert len(drives) not in (32, 64)").replace(
            "\ndef", f"{UNROLLED}\ndef"
        ),
        "runtime_error sealed.raised",
    ),
    "has another way for few rows": (
        solve(f"{SCAN} + (0 * jnp.exp(-jnp.abs(drives)) if len(drives) < 48 else 0)"),
        "accepted accepted",
    ),
}


@pytest.fixture(scope="module")
def kata(make_kata: MakeKata) -> Kata:
    growth = {"parameters": ["drives"], "sizes": [32, 64]}
    return make_kata(
        parameters={"step": "function", "start": "float32[D]", "drives": "float32[T, D]"},
        calls=CALLS,
        checks={"values": {"tolerance": 64}, "sealed": {"growth": growth}, "body": {"parameter": "step"}},
        reference=HONEST,
        bodies=BODIES,
        returns="float32[T, D]",
    )


def test_honest_program_is_accepted(kata: Kata) -> None:
    report = kata.grade(HONEST)
    assert (report.verdict, report.code) == ("accepted", "accepted")
    assert [check.check for check in report.cases[-1].checks] == ["values", "sealed", "body"]


@pytest.mark.parametrize("name", FAKES)
def test_fakes_get_what_they_earn(kata: Kata, name: str) -> None:
    source, verdict = FAKES[name]
    assert kata.verdict(source) == verdict


def test_mode_run_tells_why_there_is_no_program(kata: Kata) -> None:
    source, _ = FAKES["decides on a value"]
    report: Report = kata.grader.grade(kata.bundle, source.encode(), mode=Mode.RUN)
    assert (report.code, report.line) == ("sealed.not_traceable", 4)


def test_hidden_functions_differ_from_the_public_ones(kata: Kata) -> None:
    draws = [call.args["step"].draw for case in kata.bundle.pool for call in case.calls]  # type: ignore[union-attr]
    assert all(draw is not None for draw in draws)
    assert all(call.args["step"].draw is None for case in kata.bundle.samples for call in case.calls)  # type: ignore[union-attr]


ELSEWHERE = {
    "eager": ("return jnp.tanh(x)", "accepted accepted"),
    "jitted": ("return jax.jit(jnp.tanh)(x)", "accepted accepted"),
    "a special case, whose answer is a constant": (
        "return jnp.full(x.shape, 0.25) if x.shape == (2,) else jnp.tanh(x)",
        "accepted accepted",
    ),
    "NumPy unless JAX is tracing": (
        "return jnp.tanh(x) if isinstance(x, jax.core.Tracer) else jnp.asarray(np.tanh(np.asarray(x)))",
        "wrong_structure host.outside",
    ),
    "NumPy throughout": ("return jnp.asarray(np.tanh(np.asarray(x)))", "wrong_structure sealed.not_traceable"),
    "Python unless JAX is tracing": (
        "return jnp.tanh(x) if isinstance(x, jax.core.Tracer) else jnp.array([math.tanh(float(one)) for one in x])",
        "wrong_structure host.outside",
    ),
}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_samples_are_computed_by_jax(make_kata: MakeKata, name: str) -> None:
    body, verdict = ELSEWHERE[name]
    kata = make_kata(
        parameters={"x": "float32[N]"},
        calls="""[
            Call({"x": rng.uniform(1, 2, 5).astype(np.float32)}),
            Call({"x": np.full(2, np.arctanh(0.25), np.float32)}),
        ]""",
        checks={"values": {"tolerance": 16}, "sealed": {}},
        reference="import jax.numpy as jnp\n\ndef solve(x):\n    return jnp.tanh(x)",
        returns="float32[N]",
    )
    assert kata.verdict(f"import math\n{HEAD}\ndef solve(x):\n    {body}\n") == verdict
