"""The checks `pure` and `deterministic`, on real programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.integration.checks.conftest import Kata, MakeKata

DOUBLE = """
    import jax
    import jax.numpy as jnp
    import numpy as np

    def solve(xs):
        return xs * 2
"""
JITTED = """
    import functools
    import jax
    import jax.numpy as jnp

    TABLE = jnp.asarray([2.0, 3.0])

    @functools.cache
    def make(n):
        return jax.jit(lambda xs: jnp.concatenate([jnp.where(xs > 0, xs, xs), xs[:0]]) * TABLE[0])

    @jax.custom_vjp
    def same(x):
        return x

    same.defvjp(lambda x: (x, None), lambda _, g: (g,))

    def solve(xs):
        return same(make(len(xs))(xs))
"""
COUNTER_THAT_NOBODY_READS = """
    import time
    import numpy as np

    traces = 0

    def solve(xs):
        global traces
        traces += 1
        np.random.seed(0)
        np.random.normal()
        print(time.time())
        return xs * 2
"""
CLOCK = """
    from time import time as now

    def solve(xs):
        if False:
            pass
        noise = now() * 1e-30
        return xs * 2 + noise
"""
RANDOM = """
    import random

    def solve(xs):
        return xs * 2 + random.random() * 1e-20
"""
NUMPY_RANDOM = """
    import numpy as np

    def solve(xs):
        return xs * 2 + np.random.standard_normal(xs.shape).astype(np.float32) * np.float32(1e-20)
"""
OWN_GENERATOR = """
    import jax
    import numpy as np

    rng = np.random.default_rng(0)

    @jax.jit
    def solve(xs):
        return xs * 2 + np.float32(rng.normal() * 1e-20)
"""
COUNTER = """
    import jax

    calls = []

    @jax.jit
    def solve(xs):
        calls.append(1)
        return xs * 2 + len(calls) * 1e-20
"""
HIDDEN_COUNTER = """
    import itertools

    def make():
        counter = itertools.count()
        return lambda xs: xs * 2 + next(counter) * 1e-20

    solve = make()
"""
RAISES = COUNTER.replace("calls.append(1)", "calls.append(1); assert len(calls) != 3")
LEAK_IN_AN_INNER_JIT = """
    import jax

    kept = {}

    @jax.jit
    def double(xs):
        doubled = kept["doubled"] + xs * 0 if "doubled" in kept else xs * 2
        kept["doubled"] = xs * 2
        return doubled

    def solve(xs):
        return double(xs)
"""
LEAK_WHERE_TRACED = """
    import jax

    kept = []

    def solve(xs):
        if isinstance(xs, jax.core.Tracer):
            kept.append(xs * 2)
            return kept[0]
        return xs * 2
"""
LEAK_OUT_OF_A_VMAP = """
    import jax

    kept = []

    def keep(x):
        kept.append(x)
        return x

    def solve(xs):
        if isinstance(xs, jax.core.Tracer):
            if len(kept) >= {least}:
                return kept[0] * 2
            jax.vmap(keep)(xs)
        return xs * 2
"""
NUMPY = """
    import numpy as np

    def solve(xs):
        return np.asarray(xs) * np.float32(2)
"""


@pytest.fixture(scope="module")
def pure(make_kata: MakeKata) -> Kata:
    calls = '[Call({"xs": rng.standard_normal(4).astype(np.float32)})]'
    return make_kata(parameters={"xs": "float32[N]"}, calls=calls, checks={"pure": {}}, reference=DOUBLE)


PURE = {
    "plain": (DOUBLE, "accepted accepted"),
    "jitted, with a cache and a table": (JITTED, "accepted accepted"),
    "a counter that nobody reads": (COUNTER_THAT_NOBODY_READS, "accepted accepted"),
    "the clock": (CLOCK, "wrong_structure pure.host_state"),
    "random": (RANDOM, "wrong_structure pure.host_state"),
    "numpy's random": (NUMPY_RANDOM, "wrong_structure pure.host_state"),
    "a generator of one's own": (OWN_GENERATOR, "wrong_structure pure.global"),
    "a counter": (COUNTER, "wrong_structure pure.global"),
    "a counter that raises": (RAISES, "wrong_structure pure.global"),
    "a hidden counter": (HIDDEN_COUNTER, "wrong_structure pure.differs"),
    "a leak in an inner jit": (LEAK_IN_AN_INNER_JIT, "wrong_structure pure.leaked"),
    "a leak where traced": (LEAK_WHERE_TRACED, "wrong_structure pure.leaked"),
    "a leak out of a vmap": (
        LEAK_OUT_OF_A_VMAP.format(least=0).replace("            if", "            jax.vmap(keep)(xs)\n            if"),
        "wrong_structure pure.leaked",
    ),
    "a leak that the second trace uses": (LEAK_OUT_OF_A_VMAP.format(least=1), "wrong_structure pure.leaked"),
    "numpy": (NUMPY, "invalid_output host.numpy"),
}


@pytest.mark.parametrize(("source", "verdict"), PURE.values(), ids=PURE)
def test_pure(pure: Kata, source: str, verdict: str) -> None:
    assert pure.verdict(source) == verdict


def test_the_sentences_of_pure_name_what_differed(pure: Kata) -> None:
    clock = pure.result(CLOCK, "pure")
    assert "`solve` reads the clock while JAX traces it" in clock.message
    assert clock.line == 8
    assert "draws from `numpy.random`" in pure.result(NUMPY_RANDOM, "pure").message
    assert "changes the global `calls`" in pure.result(COUNTER, "pure").message
    assert pure.result(OWN_GENERATOR, "pure").line == 9
    inner = pure.result(LEAK_IN_AN_INNER_JIT, "pure")
    assert "keeps a traced value in a global, a list or an attribute" in inner.message
    assert inner.line == 8
    assert "keeps a traced value in the global `kept`" in pure.result(LEAK_WHERE_TRACED, "pure").message
    assert "it raised `AssertionError`" in pure.result(RAISES, "pure").message


STATEFUL = """
    import jax

    count = 0

    def solve(xs, times):
        global count
        count += 1
        return xs * 2 + (count > {calls}) * 1e-3
"""
SEEDED = """
    import numpy as np

    rng = np.random.default_rng(0)

    def solve(xs, times):
        return xs * 2 + np.float32(rng.normal())
"""
ONCE = """
    done = set()

    def solve(xs, times):
        if times in done:
            raise ValueError("already done")
        done.add(times)
        return xs * 2
"""
CACHED = """
    import functools
    import jax

    @functools.cache
    def make(times):
        return jax.jit(lambda xs: xs * 2)

    def solve(xs, times):
        return make(times)(xs)
"""
DETERMINISTIC = {
    "plain": (DOUBLE.replace("(xs)", "(xs, times)"), "accepted accepted"),
    "cached": (CACHED, "accepted accepted"),
    "another in the third call": (STATEFUL.format(calls=2), "wrong_answer deterministic.again"),
    "another in the first call": (
        STATEFUL.format(calls=1).replace("* 1e-3", "* 1e-6"),
        "wrong_answer deterministic.again",
    ),
    "only the first call is special": (
        STATEFUL.format(calls=1).replace("(count > 1) * 1e-3", "(count == 2) * 1e-6 * abs(xs)"),
        "wrong_answer deterministic.fresh",
    ),
    "a generator of one's own": (SEEDED, "wrong_answer values.mismatch"),
    "once only": (ONCE, "wrong_answer deterministic.failed"),
}


@pytest.fixture(scope="module")
def deterministic(make_kata: MakeKata) -> Kata:
    call = 'Call({{"xs": rng.standard_normal(4).astype(np.float32) + 1, "times": {}}})'
    return make_kata(
        parameters={"xs": "float32[N]", "times": "int"},
        calls=f"[{call.format(1)}, {call.format(2)}]",
        checks={"values": {"tolerance": 64}, "deterministic": {}},
        reference=DETERMINISTIC["plain"][0],
    )


@pytest.mark.parametrize(("source", "verdict"), DETERMINISTIC.values(), ids=DETERMINISTIC)
def test_deterministic(deterministic: Kata, source: str, verdict: str) -> None:
    assert deterministic.verdict(source) == verdict


def test_the_sentences_of_deterministic_name_the_call(deterministic: Kata) -> None:
    again = deterministic.result(DETERMINISTIC["another in the third call"][0], "deterministic")
    assert again.message.startswith("Call 1, made again after the others, returned a different result than in call 1")
    once = deterministic.result(ONCE, "deterministic")
    assert "`ValueError` was raised" in once.message
    assert once.line == 6
