"""Derivatives and cost of sealed problems, from programs that run in a sandbox without the submission."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.errors import PublishRefusedError
from grader.grading.sealing import seeds_of

if TYPE_CHECKING:
    from tests.integration.checks.conftest import Kata, MakeKata

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(600)]

HEAD = "import jax, jax.numpy as jnp, numpy as np\n"
CALLS = '[Call({"x": rng.uniform(1, 2, (16, 16)).astype(np.float32)})]'
HONEST = f"{HEAD}\ndef solve(x):\n    return jnp.sin(x @ x)\n"
RULE = (
    HEAD
    + """
@jax.custom_jvp
def solve(x):
    return jnp.sin(x @ x)

@solve.defjvp
def rule(primals, tangents):
    (x,), (t,) = primals, tangents
    y, moved = jnp.sin(x @ x), jnp.cos(x @ x) * (t @ x + x @ t)
    return {returned}
"""
)
TRACED = "isinstance(getattr(x, 'aval', None) and x, jax.core.Tracer) and 'Jaxpr' in str(type(x))"
SOLUTIONS = {
    "honest": (HONEST, "accepted accepted"),
    "a rule of one's own": (RULE.format(returned="y, moved"), "accepted accepted"),
    "cut where it isn't seen to be differentiated": (
        (
            f"{HEAD}\nSEEN = ('JVPTracer', 'LinearizeTracer')\ndef solve(x):\n"
            "    stop = (lambda y: y) if type(x).__name__ in SEEN else jax.lax.stop_gradient\n"
            "    return stop(jnp.sin(x @ x))\n"
        ),
        "wrong_answer gradients.zero",
    ),
    "an error where it isn't seen to be differentiated": (
        (
            f"{HEAD}\ndef solve(x):\n    if type(x).__name__ == 'DynamicJaxprTracer':\n"
            "        raise ValueError('not differentiated')\n"
            "    seen = type(x).__name__ in ('JVPTracer', 'LinearizeTracer')\n"
            "    return (lambda y: y if seen else jax.lax.stop_gradient(y))(jnp.sin(x @ x))\n"
        ),
        "runtime_error sealed.raised",
    ),
    "another rule when a program is made": (
        RULE.format(returned=f"y, (0 if {TRACED} else 1) * moved"),
        "wrong_answer gradients.zero",
    ),
    "other values when a program is made": (
        RULE.format(returned=f"(2 if {TRACED} else 1) * y, moved"),
        "wrong_structure gradients.other_values",
    ),
    "work in a loop": (
        (
            f"{HEAD}\ndef solve(x):\n    y = jnp.sin(x @ x)\n"
            "    return y + 0 * jax.lax.fori_loop(0, 9, lambda i, c: jnp.sin(c @ x), y)\n"
        ),
        "wrong_structure cost.flops",
    ),
}


@pytest.fixture(scope="module")
def kata(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"x": "float32[N, N]"},
        calls=CALLS,
        checks={
            "values": {"tolerance": 1024},
            "sealed": {},
            "cost": {"flops": 2},
            "gradients": {"wrt": ["x"], "modes": ["reverse", "forward"], "tolerance": 4096},
        },
        reference=HONEST,
        returns="float32[N, N]",
    )


@pytest.mark.parametrize("name", SOLUTIONS)
def test_what_solutions_get(kata: Kata, name: str) -> None:
    source, verdict = SOLUTIONS[name]
    report = kata.grade(source)
    assert f"{report.verdict} {report.code}" == verdict, report.message


def test_seeds_are_kept_with_hidden_cases_alone(kata: Kata) -> None:
    assert all(seeds_of(case) is not None for case in kata.bundle.pool)
    assert all(seeds_of(case) is None for case in kata.bundle.samples)


REFUSED: dict[str, tuple[str, dict[str, object], str]] = {
    "decides on a value": ("    return x if x[0] > 0 else -x", {}, "TracerBoolConversionError"),
    "a library call that export does not know": (
        "    return jax.pure_callback(lambda v: v, jax.ShapeDtypeStruct(x.shape, x.dtype), x)",
        {},
        "callback",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_reference_that_has_no_program_is_refused(make_kata: MakeKata, name: str) -> None:
    body, more, told = REFUSED[name]
    with pytest.raises(PublishRefusedError) as refused:
        make_kata(
            parameters={"x": "float32[N]"},
            calls='[Call({"x": np.ones(3, np.float32)})]',
            checks={"sealed": {}, **more},
            reference=f"{HEAD}\ndef solve(x):\n{body}\n",
            canonical=f"{HEAD}\ndef solve(x):\n    return x\n",
            returns="float32[N]",
        )
    said = str(refused.value)
    assert "problem.yaml, checks.sealed: the reference itself can't be judged by its program" in said
    assert told in said


LIBRARY_CALLS = {
    "no linear algebra": ("2 * x", {}, "wrong_structure sealed.custom_call"),
    "another decomposition": ("jnp.linalg.cholesky(x)", {}, "accepted accepted"),
    "another decomposition where work is counted": (
        "jnp.linalg.cholesky(x)",
        {"cost": {"flops": 100}},
        "wrong_structure sealed.custom_call",
    ),
}
"""For each case what the reference returns, checks besides `sealed`, and the verdict on a QR decomposition."""


@pytest.mark.parametrize("name", LIBRARY_CALLS)
def test_library_calls_are_those_of_the_reference(make_kata: MakeKata, name: str) -> None:
    returned, checks, verdict = LIBRARY_CALLS[name]
    kata = make_kata(
        parameters={"x": "float32[N, N]"},
        calls='[Call({"x": (np.eye(3) * rng.uniform(3, 5)).astype(np.float32)})]',
        checks={"sealed": {}, **checks},
        reference=f"{HEAD}\ndef solve(x):\n    return {returned}\n",
        returns="float32[N, N]",
    )
    assert kata.verdict(f"{HEAD}\ndef solve(x):\n    return {returned} + 0\n") == "accepted accepted"
    assert kata.verdict(f"{HEAD}\ndef solve(x):\n    return {returned} + 0 * jnp.linalg.qr(x)[0]\n") == verdict


ROWS = (
    HEAD
    + """
@jax.custom_vjp
def solve(x):
    return jnp.round(x)

def shorten(_, g):
    norms = jnp.linalg.norm(g, axis=1, keepdims=True)
    return ({returned},)

solve.defvjp(lambda x: (jnp.round(x), None), shorten)
"""
)


@pytest.mark.parametrize(("zero_rows", "verdict"), [(True, "gradients.not_finite"), (False, "accepted")])
def test_a_row_of_the_gradient_that_comes_in_may_be_zero(make_kata: MakeKata, zero_rows: bool, verdict: str) -> None:  # noqa: FBT001 - from the table
    kata = make_kata(
        parameters={"x": "float32[N, N]"},
        calls=CALLS,
        checks={"sealed": {}, "gradients": {"wrt": ["x"], "zero_rows": zero_rows}},
        reference=ROWS.format(returned="g * jnp.minimum(1, 1 / norms)"),
        returns="float32[N, N]",
    )
    assert kata.grade(ROWS.format(returned="g * jnp.minimum(1, 1 / norms)")).code == "accepted"
    assert kata.grade(ROWS.format(returned="g / norms * jnp.minimum(norms, 1)")).code == verdict


@pytest.mark.parametrize("sealed", [True, False], ids=["sealed", "not sealed"])
def test_the_gradient_that_comes_in_may_be_small(make_kata: MakeKata, *, sealed: bool) -> None:
    honest, guarded = (ROWS.format(returned=f"g / {norms}") for norms in ("norms", "jnp.maximum(norms, 1e-6)"))
    for scales, verdict in ({"scales": [1, 1e-9]}, "gradients.wrong"), (dict[str, list[float]](), "accepted"):
        kata = make_kata(
            parameters={"x": "float32[N, N]"},
            calls=f"2 * {CALLS}",
            checks={"gradients": {"wrt": ["x"], **scales}} | ({"sealed": {}} if sealed else {"values": {}}),
            reference=honest,
            returns="float32[N, N]",
        )
        assert kata.grade(honest).code == "accepted"
        graded = kata.grade(guarded)
        assert graded.code == verdict
        assert ("of about 1e-09" in graded.message) is (verdict != "accepted")


REFERRING = f"""{HEAD}
def solve(table, ids):
    @jax.custom_vjp
    def look(table):
        return table[ids]

    look.defvjp(lambda table: (look(table), None), lambda _, g: (jnp.zeros_like(table).at[ids].add({{gradient}}),))
    return look(table)
"""


def test_a_rule_may_refer_to_an_argument(make_kata: MakeKata) -> None:
    kata = make_kata(
        parameters={"table": "float32[N, D]", "ids": "int32[K]"},
        calls="""[Call({
            "table": rng.uniform(1, 2, (4, 3)).astype(np.float32), "ids": np.array([0, 2, 2], np.int32)
        })]""",
        checks={"sealed": {}, "gradients": {"wrt": ["table"]}},
        reference=f"{HEAD}\ndef solve(table, ids):\n    return table[ids]\n",
        returns="float32[K, D]",
    )
    assert kata.grade(REFERRING.format(gradient="g")).code == "accepted"
    assert kata.grade(REFERRING.format(gradient="2 * g")).code == "gradients.wrong"


OF_ROWS = (
    HEAD
    + """
@jax.custom_vjp
def solve(x):
    return jnp.sin(x)

solve.defvjp(lambda x: (jnp.sin(x), x), lambda x, g: ({gradient},))
"""
)
GRADIENT = "g * jnp.cos(x)"
UNROLLED = "jnp.stack([one * jnp.cos(row) for one, row in zip(g, x)])"


@pytest.fixture(scope="module")
def kata_of_rows(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"x": "float32[N, D]"},
        calls=CALLS,
        checks={
            "values": {"tolerance": 1024},
            "sealed": {"growth": {"parameters": ["x"], "sizes": [12, 24]}},
            "gradients": {"wrt": ["x"], "tolerance": 4096},
        },
        reference=OF_ROWS.format(gradient=GRADIENT),
        returns="float32[N, D]",
    )


def test_a_program_of_derivatives_may_not_grow(kata_of_rows: Kata) -> None:
    report = kata_of_rows.grade(OF_ROWS.format(gradient=GRADIENT))
    assert report.verdict == "accepted", report.message
    report = kata_of_rows.grade(OF_ROWS.format(gradient=UNROLLED))
    assert f"{report.verdict} {report.code}" == "wrong_structure sealed.derivative_growth"
    assert "program of the derivatives" in report.message
    hiding = GRADIENT.replace("g *", "(g if len(x) not in (12, 24) else 1 / 0) *", 1)
    assert hiding != GRADIENT
    report = kata_of_rows.grade(OF_ROWS.format(gradient=hiding))
    assert f"{report.verdict} {report.code}" == "runtime_error sealed.raised"


SCALED = """
import jax

@jax.custom_vjp
def scaled(x, factor):
    return factor * x

def forward(x, factor):
    return factor * x, factor

def backward(factor, g):
    return factor * g, None

scaled.defvjp(forward, backward)

def solve(x, factor):
    return scaled(x, factor)
"""
LATEST = SCALED.replace("    return factor * g, None", "    return latest[0] * g, None").replace(
    "def solve(x, factor):\n", "latest = [0]\n\ndef solve(x, factor):\n    latest[0] = factor\n"
)


@pytest.mark.parametrize("sealed", [True, False])
def test_a_rule_may_not_read_what_the_latest_call_left(make_kata: MakeKata, *, sealed: bool) -> None:
    assert LATEST != SCALED
    kata = make_kata(
        parameters={"x": "float32[N]", "factor": "float"},
        calls="""[
            Call({"x": rng.uniform(1, 2, 3).astype(np.float32), "factor": 2.0}),
            Call({"x": rng.uniform(1, 2, 3).astype(np.float32), "factor": 5.0}),
        ]""",
        checks={"gradients": {"wrt": ["x"], "tolerance": 64}} | ({"sealed": {}} if sealed else {}),
        reference=SCALED,
        returns="float32[N]",
    )
    assert kata.verdict(SCALED) == "accepted accepted"
    assert kata.verdict(LATEST) == "wrong_answer gradients.wrong"
