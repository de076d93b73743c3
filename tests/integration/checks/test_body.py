"""The check `body`: functions that solutions are given, called in many ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.errors import PackageError, PublishRefusedError

if TYPE_CHECKING:
    from tests.integration.checks.conftest import Kata, MakeKata

BODIES = """
    import jax.numpy as jnp

    def parabola(x, shift):
        return (x - shift) ** 2

    def wave(x, shift):
        return jnp.sin(x) * shift
"""
CALLS = """[
    Call({"f": Body("parabola"), "xs": rng.standard_normal(6).astype(np.float32), "shift": np.float32(1.5)}),
    Call({"f": Body("wave"), "xs": rng.standard_normal(6).astype(np.float32), "shift": np.float32(0.5)}),
]"""
HEAD = """
import jax
import jax.numpy as jnp
from functools import partial
"""
VMAP = f"""{HEAD}
def solve(f, xs, shift):
    return jax.vmap(f, in_axes=(0, None))(xs, shift)
"""
BATCH = {
    "jit of vmap": (
        f"{HEAD}\ndef solve(f, xs, shift):\n    return jax.jit(jax.vmap(f, in_axes=(0, None)))(xs, shift)",
        "body.ok",
    ),
    "vmap of jit": (
        f"{HEAD}\ndef solve(f, xs, shift):\n    return jax.vmap(jax.jit(f), in_axes=(0, None))(xs, shift)",
        "body.ok",
    ),
    "nnx.vmap": (
        f"{HEAD}\nfrom flax import nnx\ndef solve(f, xs, shift):\n    return nnx.vmap(f, in_axes=(0, None))(xs, shift)",
        "body.ok",
    ),
    "a lambda": (f"{HEAD}\ndef solve(f, xs, shift):\n    return jax.vmap(lambda x: f(x, shift))(xs)", "body.ok"),
    "compiled once for both": (
        (
            f"{HEAD}\n@partial(jax.jit, static_argnums=0)\ndef solve(f, xs, shift):\n"
            "    return jax.vmap(f, in_axes=(0, None))(xs, shift)"
        ),
        "body.ok",
    ),
    "vectorize": (
        f"{HEAD}\ndef solve(f, xs, shift):\n    return jnp.vectorize(f, excluded=(1,))(xs, shift)",
        "body.ok",
    ),
    "a Python loop": (
        f"{HEAD}\ndef solve(f, xs, shift):\n    return jnp.stack([f(x, shift) for x in xs])",
        "body.python_loop",
    ),
    "a Python loop under jit": (
        (
            f"{HEAD}\n@partial(jax.jit, static_argnums=0)\ndef solve(f, xs, shift):\n"
            "    return jnp.stack([f(x, shift) for x in xs])"
        ),
        "body.python_loop",
    ),
    "broadcast": (f"{HEAD}\ndef solve(f, xs, shift):\n    return f(xs, shift)", "body.not_vmapped"),
    "by hand": (
        (
            f"{HEAD}\ndef solve(f, xs, shift):\n"
            "    return (xs - shift) ** 2 if f.__name__ == 'parabola' else jnp.sin(xs) * shift"
        ),
        "body.never_called",
    ),
    "called before": (
        f"{HEAD}\ndef solve(f, xs, shift):\n    f(xs[0], shift)\n    return jax.vmap(f, in_axes=(0, None))(xs, shift)",
        "body.forbidden",
    ),
    "twice": (
        (
            f"{HEAD}\ndef solve(f, xs, shift):\n    g = jax.vmap(f, in_axes=(0, None))\n"
            "    g(xs, shift)\n    g(xs, shift)\n    return g(xs, shift)"
        ),
        "body.too_often",
    ),
}


@pytest.fixture(scope="module")
def batch(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"f": "function", "xs": "float32[N]", "shift": "float32[]"},
        calls=CALLS,
        checks={"body": {"parameter": "f", "require": ["vmap"], "forbid": ["concrete"], "at_most": {"any": 2}}},
        bodies=BODIES,
        reference=VMAP,
    )


@pytest.mark.parametrize(("source", "code"), BATCH.values(), ids=BATCH)
def test_a_function_of_one_example(batch: Kata, source: str, code: str) -> None:
    assert batch.result(source, "body").code == code


def test_the_sentence_names_function_and_line(batch: Kata) -> None:
    found = batch.result(BATCH["a Python loop"][0], "body")
    assert found.message.startswith("`f` was called 6 times in call 1 ()")
    assert found.line == 7
    assert found.data["calls"] == [{"contexts": [], "line": 7, "count": 6}]


@pytest.mark.parametrize(
    ("trick", "verdict"),
    [
        ("f.__code__ = (lambda x, shift: x).__code__", "tampering tampering.introspection"),
        ("import sys\n    sys.audit('jaxdojo.body', 0)", "tampering tampering.introspection"),
        (
            "f.__globals__.update({key: print for key in f.__globals__ if key != 'jnp'})",
            "wrong_structure body.forbidden",
        ),
        ("import types; f = types.FunctionType(f.__code__, {'jnp': jnp})", "wrong_structure body.forbidden"),
    ],
    ids=["other code", "speaking in its place", "names taken away", "a copy"],
)
def test_the_marks_cannot_be_taken_off_by_names(batch: Kata, trick: str, verdict: str) -> None:
    source = f"{HEAD}\ndef solve(f, xs, shift):\n    g = jax.vmap(f, in_axes=(0, None))(xs, shift)\n    {trick}\n"
    source += "    f(xs[0], shift)\n    return g"
    assert batch.verdict(source) == verdict


GRAD = f"{HEAD}\ndef solve(f, xs, shift):\n    return jax.vmap(jax.grad(f), in_axes=(0, None))(xs, shift)"
SLOPES = {
    "grad": (GRAD, "body.ok"),
    "vjp": (
        (
            f"{HEAD}\ndef solve(f, xs, shift):\n"
            "    _, back = jax.vjp(lambda v: jax.vmap(f, in_axes=(0, None))(v, shift), xs)\n"
            "    return back(jnp.ones_like(xs))[0]"
        ),
        "body.ok",
    ),
    "value_and_grad under jit": (
        (
            f"{HEAD}\n@partial(jax.jit, static_argnums=0)\ndef solve(f, xs, shift):\n"
            "    return jax.vmap(jax.value_and_grad(f), in_axes=(0, None))(xs, shift)[1]"
        ),
        "body.ok",
    ),
    "jacrev": (
        (
            f"{HEAD}\ndef solve(f, xs, shift):\n"
            "    return jnp.diagonal(jax.jacrev(lambda v: jax.vmap(f, in_axes=(0, None))(v, shift))(xs))"
        ),
        "body.ok",
    ),
    "grad of a scan": (
        (
            f"{HEAD}\ndef solve(f, xs, shift):\n"
            "    return jax.grad(lambda v: jax.lax.map(lambda x: f(x, shift), v).sum())(xs)"
        ),
        "body.ok",
    ),
    "jvp": (
        (
            f"{HEAD}\ndef solve(f, xs, shift):\n"
            "    g = lambda v: jax.vmap(f, in_axes=(0, None))(v, shift)\n"
            "    return jax.jvp(g, (xs,), (jnp.ones_like(xs),))[1]"
        ),
        "body.wrong_mode",
    ),
    "finite differences": (
        f"{HEAD}\ndef solve(f, xs, shift):\n    return (f(xs + 1e-2, shift) - f(xs - 1e-2, shift)) / 2e-2",
        "body.finite_differences",
    ),
    "only the value": (f"{HEAD}\ndef solve(f, xs, shift):\n    return f(xs, shift)", "body.not_differentiated"),
}


@pytest.fixture(scope="module")
def slope(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"f": "function", "xs": "float32[N]", "shift": "float32[]"},
        calls=CALLS,
        checks={"values": {"tolerance": 64}, "body": {"parameter": "f", "require": ["grad"]}},
        bodies=BODIES,
        reference=GRAD,
    )


@pytest.mark.parametrize(("source", "code"), SLOPES.values(), ids=SLOPES)
def test_a_function_to_differentiate(slope: Kata, source: str, code: str) -> None:
    assert slope.result(source, "body").code == code


STEP = """
    import jax.numpy as jnp

    def step(carry, x):
        carry = 0.5 * carry + jnp.tanh(x)
        return carry, carry
"""
SCAN = f"{HEAD}\n@partial(jax.jit, static_argnums=0)\ndef solve(f, xs):\n    return jax.lax.scan(f, 0.0, xs)[1]"
LOOPS = {
    "fori_loop": (
        (
            f"{HEAD}\n@partial(jax.jit, static_argnums=0)\ndef solve(f, xs):\n"
            "    def put(i, pair):\n"
            "        carry, out = pair\n"
            "        carry, y = f(carry, xs[i])\n"
            "        return carry, out.at[i].set(y)\n"
            "    return jax.lax.fori_loop(0, len(xs), put, (0.0, jnp.zeros_like(xs)))[1]"
        ),
        "body.ok",
    ),
    "nnx.scan": (
        (
            f"{HEAD}\nfrom flax import nnx\n@partial(jax.jit, static_argnums=0)\ndef solve(f, xs):\n"
            "    return nnx.scan(f)(jnp.float32(0), xs)[1]"
        ),
        "body.ok",
    ),
    "without jit": (f"{HEAD}\ndef solve(f, xs):\n    return jax.lax.scan(f, 0.0, xs)[1]", "body.not_jitted"),
    "unrolled by hand": (
        (
            f"{HEAD}\n@partial(jax.jit, static_argnums=0)\ndef solve(f, xs):\n"
            "    carry, out = 0.0, []\n"
            "    for x in xs:\n"
            "        carry, y = f(carry, x)\n"
            "        out.append(y)\n"
            "    return jnp.stack(out)"
        ),
        "body.python_loop",
    ),
    "once": (
        f"{HEAD}\n@partial(jax.jit, static_argnums=0)\ndef solve(f, xs):\n    return f(0.0, xs)[1]",
        "body.not_scanned",
    ),
    "traced anew": (
        (
            f"{HEAD}\n@partial(jax.jit, static_argnums=0)\ndef solve(f, xs):\n"
            "    first = jax.lax.scan(lambda c, x: f(c, x), 0.0, xs)[1]\n"
            "    return (first + jax.lax.scan(lambda c, x: f(c, x), 0.0, xs)[1]) / 2"
        ),
        "body.too_often",
    ),
}


@pytest.fixture(scope="module")
def loop(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"f": "function", "xs": "float32[N]"},
        calls='[Call({"f": Body("step"), "xs": rng.standard_normal(5).astype(np.float32)}, traces=1)]',
        checks={
            "values": {"tolerance": 16},
            "body": {"parameter": "f", "require": ["scan", "jit"], "exactly": {"any": 1}},
            "traces": {},
        },
        bodies=STEP,
        reference=SCAN,
    )


@pytest.mark.parametrize(("source", "code"), LOOPS.values(), ids=LOOPS)
def test_a_step_of_a_recurrence(loop: Kata, source: str, code: str) -> None:
    assert loop.result(source, "body").code == code


def test_a_jitted_function_of_the_problem_is_a_trace_of_the_solution(loop: Kata) -> None:
    source = f"{HEAD}\ndef solve(f, xs):\n    return jax.jit(f)(0.0, xs)[1]"
    assert "Traced once" in loop.result(source, "traces").message


def test_a_case_must_name_a_function_that_there_is(make_kata: MakeKata) -> None:
    with pytest.raises(PublishRefusedError, match=r"bodies\.py does not define parable"):
        make_kata(
            parameters={"f": "function"},
            calls='[Call({"f": [Body("parable")]})]',
            checks={},
            bodies=BODIES,
            reference="def solve(f):\n    return 1.0",
        )


def test_the_parameter_must_be_a_function(make_kata: MakeKata) -> None:
    with pytest.raises(PackageError, match="'xs' is not a function"):
        make_kata(
            parameters={"xs": "float32[N]"},
            calls="[]",
            checks={"body": {"parameter": "xs"}},
            reference="def solve(xs):\n    return xs",
        )


ONE_BY_ONE = f"{HEAD}\ndef solve(f, xs, shift):\n    return jax.lax.map(lambda x: f(x, shift), xs)"
SHOWN = (
    f"{HEAD}\ndef solve(f, xs, shift):\n    shown = jax.vmap(f, (0, None))(xs[:1], shift)\n"
    "    return jax.lax.map(lambda x: f(x, shift), xs) + 0 * shown"
)
CHUNKS = f"{HEAD}\ndef solve(f, xs, shift):\n    return jax.lax.map(lambda x: f(x, shift), xs, batch_size=4)"


@pytest.fixture(scope="module")
def chunks(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"f": "function", "xs": "float32[N]", "shift": "float32[]"},
        calls=CALLS,
        bodies=BODIES,
        checks={"body": {"parameter": "f", "require": ["vmap"], "vmap_in_loops": True}},
        reference=CHUNKS,
        returns="float32[N]",
    )


@pytest.mark.parametrize(
    ("source", "code"),
    [(CHUNKS, "body.ok"), (VMAP, "body.ok"), (SHOWN, "body.not_vmapped"), (ONE_BY_ONE, "body.not_vmapped")],
    ids=["chunks", "all at once", "a chunk for show", "one by one"],
)
def test_each_step_of_a_loop_maps_the_function(chunks: Kata, source: str, code: str) -> None:
    result = chunks.result(source, "body")
    assert result.code == code, result.message
