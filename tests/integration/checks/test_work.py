"""The check `work`, on real programs that run from a loop in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.integration.checks.conftest import Kata, MakeKata

HEAD = "import jax\nimport jax.numpy as jnp\nfrom functools import partial\n\n"
LOOP = "\n\ndef solve(a, v, times):\n    for _ in range(times):\n        v = step(a, v)\n    return v\n"
ONCE = f"{HEAD}@jax.jit\ndef step(a, v):\n    return jnp.tanh(a @ v){LOOP}"
SHIFTED = "return jnp.tanh(a @ v) + 1e-20 * jnp.tanh(a @ (v + 1))"
OPERATIONS = 3 * (2 * 32 * 32 + 32)
"""Those of the calls that a case makes: three steps in all."""


def vary(body: str) -> str:
    """Return the solution with other code in the step."""
    return ONCE.replace("return jnp.tanh(a @ v)", body.replace("\n", "\n    "))


SOLUTIONS = {
    "once": (ONCE, "accepted accepted", 1.0),
    "what nothing uses": (vary("jnp.tanh(a @ (v + 1))\nreturn jnp.tanh(a @ v)"), "accepted accepted", 1.0),
    "in a scan": (
        vary("return jax.lax.scan(lambda v, _: (jnp.tanh(a @ v), None), v, None, length=1)[0]"),
        "accepted accepted",
        1.0,
    ),
    "in a branch": (
        vary("return jax.lax.cond(v[0] < 9, lambda: jnp.tanh(a @ v), lambda: v)"),
        "accepted accepted",
        1.0,
    ),
    "in rows": (vary("return jnp.tanh(jax.vmap(lambda row: row @ v)(a))"), "accepted accepted", 1.0),
    "in a rule": (
        (
            f"{HEAD}@jax.custom_vjp\ndef go(a, v):\n    return jnp.tanh(a @ v)\n\n"
            "go.defvjp(lambda a, v: (go(a, v), v), lambda v, g: (None, g))\n\nstep = jax.jit(lambda a, v: go(a, v))"
            f"{LOOP}"
        ),
        "accepted accepted",
        1.0,
    ),
    "twice": (vary(SHIFTED), "wrong_structure work.operations", 2.0),
    "twice in another program": (
        vary("return jnp.tanh(a @ v)").replace("v = step(a, v)", "v = step(a, v) + 1e-20 * step(a, v + 1)"),
        "wrong_structure work.operations",
        2.0,
    ),
    "in a long scan": (
        vary("return jax.lax.scan(lambda s, i: (jnp.tanh(a @ v) + 1e-20 * i * s, None), v, jnp.arange(4.0))[0]"),
        "wrong_structure work.operations",
        4.0,
    ),
    "in large arrays": (
        vary("return jnp.tanh(jnp.pad(a, (0, 96)) @ jnp.pad(v, (0, 96)))[:32]"),
        "wrong_structure work.operations",
        16.0,
    ),
}


@pytest.fixture(scope="module")
def kata(make_kata: MakeKata) -> Kata:
    calls = (
        '[Call({"a": rng.standard_normal((32, 32)).astype(np.float32) / 9, "v": np.ones(32, np.float32), "times": n}, '
        'label=f"{n} steps") for n in (2, 1)]'
    )
    parameters = {"a": "float32[N, N]", "v": "float32[N]", "times": "int"}
    checks = {"values": {"tolerance": 64}, "work": {"most": 1.5}}
    return make_kata(parameters=parameters, calls=calls, checks=checks, reference=ONCE)


@pytest.mark.parametrize(("source", "verdict", "ratio"), SOLUTIONS.values(), ids=SOLUTIONS)
def test_work_is_counted(kata: Kata, source: str, verdict: str, ratio: float) -> None:
    assert kata.verdict(source) == verdict
    found: dict[str, Any] = kata.result(source, "work").data
    assert found["ratio"] == pytest.approx(ratio, rel=0.1)
    assert sum(found["reference"]) == pytest.approx(OPERATIONS)
    assert len(found["operations"]) == 2


def test_the_sentence_says_what_to_look_for(kata: Kata) -> None:
    told = kata.result(vary(SHIFTED), "work").message
    assert "times as many as the reference's 6240; 1.5 times is allowed. Look for what is computed twice" in told


def test_a_second_round_that_fails_is_told(kata: Kata) -> None:
    failing = ONCE.replace("def solve", "rounds = []\n\ndef solve").replace(
        "    return v\n", "    rounds.append(1)\n    assert len(rounds) < 3\n    return v\n"
    )
    assert kata.result(failing, "work").code == "work.raises"
