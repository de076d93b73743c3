"""The checks `cost` and `compiles`, on real programs."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from grader.errors import PublishRefusedError
from grader.report import MAX_SCORE, Mode

if TYPE_CHECKING:
    from tests.integration.checks.conftest import Kata, MakeKata

HEAD = """
    import jax
    import jax.numpy as jnp
    import numpy as np

"""
RIGHT_TO_LEFT = f"""{HEAD}
    def solve(a, v, times):
        return jax.lax.fori_loop(0, times, lambda _, v: a @ (a @ v), v)
"""
UNROLLED = f"""{HEAD}
    def solve(a, v, times):
        for _ in range(2 * times):
            v = a @ v
        return v
"""
UNROLLED_SCAN = f"""{HEAD}
    @jax.jit
    def solve(a, v, times):
        return jax.lax.scan(lambda v, _: (a @ v, None), v, None, length=6, unroll=4)[0]
"""
NESTED = f"""{HEAD}
    def twice(a, v):
        return jax.lax.scan(lambda v, _: (a @ v, None), v, None, length=2)[0]

    def solve(a, v, times):
        def step(v, _):
            return jax.lax.cond(v[0] < 1e9, twice, lambda a, v: v, a, v), None
        return jax.lax.scan(step, v, None, length=times)[0]
"""
SQUARED = f"""{HEAD}
    def solve(a, v, times):
        return jax.lax.fori_loop(0, times, lambda _, v: (a @ a) @ v, v)
"""
HALF_MORE = f"""{HEAD}
    def solve(a, v, times):
        v = jax.lax.fori_loop(0, times, lambda _, v: a @ (a @ v), v)
        return v + 1e-9 * jax.lax.fori_loop(0, times, lambda _, v: a @ v, v)
"""
OUTER = f"""{HEAD}
    def solve(a, v, times):
        for _ in range(2 * times):
            v = (a * v[None, :]).sum(1) + 1e-20 * jnp.sort((v[:, None] * v + a).ravel())[:len(v)]
        return v
"""
WHILE = f"""{HEAD}
    def solve(a, v, times):
        return jax.lax.while_loop(lambda c: c[0] < 2 * times, lambda c: (c[0] + 1, a @ c[1]), (0, v))[1]
"""
KERNEL = f"""{HEAD}
    from jax.experimental import pallas as pl

    def multiply(a, v, out):
        out[...] = a[...] @ v[...]

    def solve(a, v, times):
        n = len(v)
        rows = [pl.BlockSpec((16, n), lambda i: (i, 0)), pl.BlockSpec((n,), lambda i: (0,))]
        out = pl.BlockSpec((16,), lambda i: (i,))
        call = pl.pallas_call(multiply, v, grid=n // 16, in_specs=rows, out_specs=out, interpret=True)
        for _ in range(2 * times):
            v = call(a, v)
        return v
"""
KERNEL_WITH_A_LOOP = f"""{HEAD}
    from jax.experimental import pallas as pl

    def solve(a, v, times):
        def multiply(a, v, out):
            def step(_, nothing):
                out[...] = a[...] @ out[...]
            out[...] = v[...]
            jax.lax.fori_loop(0, 2 * times, step, None)
        return pl.pallas_call(multiply, v, interpret=True)(a, v)
"""
KERNEL_WITH_MORE_STEPS = KERNEL_WITH_A_LOOP.replace("v, interpret", "v, grid=4, interpret")
KERNEL_WITH_ANY_GRID = KERNEL_WITH_A_LOOP.replace("v, interpret", "v, grid=(0 * jnp.argmax(v) + 1,), interpret")
CALLBACK = f"""{HEAD}
    def solve(a, v, times):
        power = lambda a, v: (np.linalg.matrix_power(np.asarray(a), 6) @ np.asarray(v)).astype(np.float32)
        return jax.pure_callback(power, jax.ShapeDtypeStruct(v.shape, v.dtype), a, v)
"""
NUMPY = f"""{HEAD}
    def solve(a, v, times):
        return jnp.asarray(np.linalg.matrix_power(np.asarray(a), 6) @ np.asarray(v))
"""
IN_A_RING = f"""{HEAD}
    from jax.sharding import AxisType, PartitionSpec as P

    MESH = jax.make_mesh((1,), ("ring",), axis_types=(AxisType.Auto,))

    def solve(a, v, times):
        def turn(a, v):
            step = lambda v, _: (jax.lax.ppermute(a @ v, "ring", [(0, 0)]), None)
            return jax.lax.scan(step, v, length=2 * times)[0]
        return jax.shard_map(turn, mesh=MESH, in_specs=P(), out_specs=P(), check_vma=False)(a, v)
"""
PARAMETERS = {"a": "float32[N, N]", "v": "float32[N]", "times": "int"}
CALLS = """[Call({"a": rng.standard_normal((32, 32)).astype(np.float32) / 6,
    "v": rng.standard_normal(32).astype(np.float32), "times": 3})]"""


def make(make_kata: MakeKata, reference: str = RIGHT_TO_LEFT, **limits: float) -> Kata:
    checks: dict[str, Any] = {"values": {"tolerance": 64}, "cost": limits}
    return make_kata(parameters=PARAMETERS, calls=CALLS, checks=checks, reference=reference)


@pytest.fixture(scope="module")
def cost(make_kata: MakeKata) -> Kata:
    return make(make_kata, flops=2, bytes_accessed=8, temp_bytes=4)


COSTS = {
    "right to left": (RIGHT_TO_LEFT, "accepted accepted"),
    "a python loop": (UNROLLED, "accepted accepted"),
    "an unrolled scan": (UNROLLED_SCAN, "accepted accepted"),
    "a scan in a cond in a scan": (NESTED, "accepted accepted"),
    "half more": (HALF_MORE, "accepted accepted"),
    "squared": (SQUARED, "wrong_structure cost.flops"),
    "a kernel that does all in each step": (KERNEL_WITH_MORE_STEPS, "wrong_structure cost.flops"),
    "a kernel whose grid depends on values": (KERNEL_WITH_ANY_GRID, "wrong_structure cost.unbounded_loop"),
    "while": (WHILE, "wrong_structure cost.unbounded_loop"),
    "a callback": (CALLBACK, "wrong_structure host.callback"),
    "numpy": (NUMPY, "wrong_structure cost.unreadable"),
}


@pytest.mark.parametrize(("source", "verdict"), COSTS.values(), ids=COSTS)
def test_cost(cost: Kata, source: str, verdict: str) -> None:
    assert cost.verdict(source) == verdict


def test_loops_count_as_often_as_they_run(cost: Kata) -> None:
    """Six products of a matrix and a vector take 6 * 2 * 32 * 32 operations."""
    for source in (RIGHT_TO_LEFT, UNROLLED, UNROLLED_SCAN, NESTED, KERNEL, KERNEL_WITH_A_LOOP):
        figures: Any = cost.result(source, "cost").data["figures"]
        assert figures["flops"] == pytest.approx(12288, rel=0.05)


def test_the_score_falls_with_the_cost(cost: Kata) -> None:
    assert cost.grade(UNROLLED).score == pytest.approx(1, abs=0.02)
    report = cost.grade(HALF_MORE)
    assert report.score == pytest.approx(2 / 3, abs=0.02)
    assert report.score == min(check.score for case in report.cases for check in case.checks)
    refused = cost.grade(SQUARED)
    assert refused.score == 0
    assert "times as many as the reference's" in refused.message


@pytest.mark.parametrize(("reference", "score"), [(HALF_MORE, 1.5), (SQUARED, MAX_SCORE)], ids=["better", "best"])
def test_a_score_has_room_above_the_reference(make_kata: MakeKata, reference: str, score: float) -> None:
    report = make(make_kata, reference=reference, flops=2).grade(RIGHT_TO_LEFT)
    assert report.score == pytest.approx(score, abs=0.02)


def test_memory_and_traffic_are_limited_each_by_itself(make_kata: MakeKata) -> None:
    assert make(make_kata, temp_bytes=2).verdict(OUTER) == "wrong_structure cost.memory"
    assert make(make_kata, bytes_accessed=2).verdict(OUTER) == "wrong_structure cost.bytes"


def test_memory_is_known_of_a_loop_inside_shard_map(make_kata: MakeKata) -> None:
    kata = make(make_kata, IN_A_RING, temp_bytes=2)
    assert kata.verdict(RIGHT_TO_LEFT) == "accepted accepted"
    assert kata.verdict(OUTER) == "wrong_structure cost.memory"


def test_a_reference_without_figures_is_refused(make_kata: MakeKata) -> None:
    with pytest.raises(PublishRefusedError, match="UnboundedLoopError"):
        make(make_kata, WHILE, flops=2)


SHARED = """
    import jax

    @jax.jit
    def double(xs):
        return 2 * xs

    def solve(xs):
        return double(xs)
"""
NEW_FUNCTIONS = """
    import jax

    def solve(xs):
        return jax.jit(lambda xs: xs + xs)(xs)
"""
EAGER = """
    def solve(xs):
        return xs * 2
"""
NNX = """
    from flax import nnx

    class Double(nnx.Module):
        def __call__(self, xs):
            return xs * 2

    forward = nnx.jit(lambda model, xs: model(xs))

    def solve(xs):
        return forward(Double(), xs)
"""


@pytest.fixture(scope="module")
def compiles(make_kata: MakeKata) -> Kata:
    calls = '[Call({"xs": rng.standard_normal(n).astype(np.float32)}, label=f"{n} numbers") for n in (4, 5, 4, 5)]'
    return make_kata(parameters={"xs": "float32[N]"}, calls=calls, checks={"compiles": {"most": 2}}, reference=SHARED)


@pytest.mark.parametrize(
    ("source", "verdict", "compiled"),
    [
        (SHARED, "accepted accepted", [1, 1, 0, 0]),
        (NNX, "accepted accepted", [1, 1, 0, 0]),
        (EAGER, "accepted accepted", [0, 0, 0, 0]),
        (NEW_FUNCTIONS, "wrong_structure compiles.too_many", [1, 1, 1, 1]),
    ],
    ids=["shared", "nnx", "eager", "new functions"],
)
def test_compiles(compiles: Kata, source: str, verdict: str, compiled: list[int]) -> None:
    assert compiles.verdict(source) == verdict
    assert compiles.result(source, "compiles").data["per_call"] == compiled


def test_a_program_from_the_cache_is_told_as_that(compiles: Kata) -> None:
    """The accepted solution's programs are in the problem's cache; those of another solution are not."""
    known = compiles.result(SHARED, "compiles")
    assert known.data["cached"] == 2
    assert "(2 of them found in the persistent cache)" in known.message
    new = compiles.result(NEW_FUNCTIONS, "compiles")
    assert new.line == 5
    assert "in call 3 (4 numbers)" in new.message
    unknown = compiles.result(SHARED.replace("2 * xs", "3 * xs - xs"), "compiles")
    assert (unknown.data["compiled"], unknown.data["cached"]) == (2, 0)


def test_a_program_of_an_earlier_case_is_compiled_once(compiles: Kata) -> None:
    """Within a case, each request is compiled separately, so that its time is the same as it would be elsewhere."""
    both = replace(compiles.bundle, samples=(*compiles.bundle.samples, *compiles.bundle.pool))
    again = NEW_FUNCTIONS.replace("xs + xs", "5 * xs - 3 * xs")
    report = compiles.grader.grade(both, textwrap.dedent(again).encode(), mode=Mode.RUN)
    told = [result.data for case in report.cases for result in case.checks if result.check == "compiles"]
    assert [(data["compiled"], data["cached"]) for data in told] == [(4, 0), (4, 4)]
