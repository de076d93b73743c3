"""The check `sharding`, on eight virtual devices, in a warm sandbox if there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.integration.checks.conftest import Kata, MakeKata

HEAD = """
import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("d",), axis_types=(jax.sharding.AxisType.Auto,))

def put(x, *spec):
    return jax.device_put(x, NamedSharding(mesh, P(*spec)))
"""
MEGATRON = f"""{HEAD}
@jax.jit
def mlp(x, up, down):
    return jnp.tanh(x @ up) @ down

def solve(x, up, down):
    y = mlp(put(x), put(up, None, "d"), put(down, "d", None))
    return put(y, "d", None)
"""
REPEATED = f"""{HEAD}
from functools import partial

@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=P(), out_specs=P("d"), check_vma=False)
def solve(x, up, down):
    part = lambda up, down: jnp.tanh(x @ up) @ down
    ups, downs = up.reshape(8, 8, 4).swapaxes(0, 1), down.reshape(8, 4, 8)
    parts = jax.vmap(part)(ups, downs).sum(0)
    nothing = jax.lax.psum(0 * parts, "d")
    return jax.lax.dynamic_slice_in_dim(parts + nothing, 2 * jax.lax.axis_index("d"), 2)
"""
"""Each device computes all of the result, and keeps its part."""
SOURCES = {
    "the same in one function": (MEGATRON.replace("@jax.jit\n", ""), "sharding.ok"),
    "on one device": (
        f"{HEAD}\ndef solve(x, up, down):\n    return jnp.tanh(x @ up) @ down",
        "sharding.one_device",
    ),
    "replicated": (MEGATRON.replace('put(y, "d", None)', "put(y)"), "sharding.replicated"),
    "columns": (MEGATRON.replace('put(y, "d", None)', 'put(y, None, "d")'), "sharding.shards"),
    "hidden layer gathered": (
        MEGATRON.replace(
            "jnp.tanh(x @ up) @", "jax.lax.with_sharding_constraint(jnp.tanh(x @ up), NamedSharding(mesh, P())) @"
        ),
        "sharding.collectives",
    ),
    "split afterwards": (
        MEGATRON.replace('put(x), put(up, None, "d"), put(down, "d", None)', "x, up, down"),
        "sharding.not_shared",
    ),
    "devices reversed": (
        MEGATRON.replace(
            'jax.make_mesh((8,), ("d",), axis_types', 'jax.sharding.Mesh(jax.devices()[::-1], ("d",), axis_types'
        ),
        "sharding.order",
    ),
    "explicit axes": (
        MEGATRON.replace("AxisType.Auto", "AxisType.Explicit")
        .replace("return jnp.tanh(x @ up) @ down", "return jnp.tanh(x @ up)")
        .replace('    return put(y, "d", None)', '    return put(jnp.asarray(np.tanh(x @ up) @ down), "d", None)')
        .replace("import jax.numpy as jnp", "import jax.numpy as jnp\nimport numpy as np"),
        "sharding.axes",
    ),
    "twice as many numbers sent": (
        MEGATRON.replace(
            "return jnp.tanh(x @ up) @ down",
            "both = jnp.tanh(x @ up) @ jnp.concatenate([down, 2 * down], axis=1)\n"
            "    return (both[:, :8] + both[:, 8:]) / 3",
        ),
        "sharding.bytes",
    ),
    "everything on each device, and a sum of zeros": (REPEATED, "sharding.repeated_work"),
    "the same in a loop over the parts": (
        REPEATED.replace(
            "parts = jax.vmap(part)(ups, downs).sum(0)",
            "parts = jax.lax.fori_loop(0, 8, lambda i, y: y + part(ups[i], downs[i]), jnp.zeros_like(x))",
        ),
        "sharding.repeated_work",
    ),
    "in a loop of unknown length": (
        REPEATED.replace(
            "parts = jax.vmap(part)(ups, downs).sum(0)",
            "_, parts = jax.lax.while_loop(\n"
            "        lambda s: s[0] < 8 + jnp.int32(x[0, 0] > 1e9),\n"
            "        lambda s: (s[0] + 1, s[1] + part(ups[s[0]], downs[s[0]])),\n"
            "        (0, jnp.zeros_like(x)),\n"
            "    )",
        ),
        "sharding.unbounded_loop",
    ),
    "whole weights, of which each device cuts its part": (
        f"""{HEAD}
from functools import partial

@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=P(), out_specs=P("d"), check_vma=False)
def solve(x, up, down):
    cut = lambda array, axis: jax.lax.dynamic_slice_in_dim(array, 4 * jax.lax.axis_index("d"), 4, axis)
    y = jax.lax.psum(jnp.tanh(x @ cut(up, 1)) @ cut(down, 0), "d")
    return jax.lax.dynamic_slice_in_dim(y, 2 * jax.lax.axis_index("d"), 2)
""",
        "sharding.whole_arguments",
    ),
    "not to be run again": (
        f"import os\nassert 'RAN' not in os.environ\nos.environ['RAN'] = ''\n{MEGATRON}",
        "sharding.unreadable",
    ),
}


@pytest.fixture(scope="module")
def kata(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"x": "float32[N, D]", "up": "float32[D, H]", "down": "float32[H, D]"},
        calls="""[Call({
            name: rng.standard_normal(shape).astype(np.float32)
            for name, shape in [("x", (16, 8)), ("up", (8, 32)), ("down", (32, 8))]
        })]""",
        checks={
            "values": {"tolerance": 64},
            "sharding": {
                "splits": [[8, 1]],
                "in_order": True,
                "axes": "auto",
                "max_bytes": "4 * N * D",
                "at_most": {"all-reduce": 1, "all-gather": 0, "all-to-all": 0},
                "flops": 2,
                "arguments": 1.5,
                "at_least": {"all-reduce": 1},
            },
        },
        reference=MEGATRON,
        returns="float32[N, D]",
    )


def test_the_reference_passes_with_its_layout_told(kata: Kata) -> None:
    report = kata.grade(MEGATRON)
    assert report.verdict == "accepted", report.message
    found = next(check for check in report.cases[0].checks if check.check == "sharding")
    arrays, collectives = found.data["arrays"], found.data["collectives"]
    assert isinstance(arrays, list)
    assert isinstance(collectives, dict)
    layout = arrays[0]
    assert isinstance(layout, dict)
    assert (layout["shape"], layout["shard"], layout["devices"]) == ([16, 8], [2, 8], 8)
    assert collectives == {"all-reduce": 1}
    assert found.data["bytes"] == 4 * 16 * 8
    assert found.data["arguments"] == 4 * (16 * 8 + 2 * 8 * 32 // 8), "all of x, and an eighth of the weights"
    assert found.data["flops"] == pytest.approx((2 * 2 * 16 * 8 * 32 + 16 * 32) / 8, rel=0.2), "an eighth of the work"
    assert set(kata.grader.pool._cold) <= {None}


@pytest.mark.parametrize(("source", "code"), SOURCES.values(), ids=SOURCES)
def test_layouts(kata: Kata, source: str, code: str) -> None:
    assert kata.result(source, "sharding").code == code


RING = f"""{HEAD}
from functools import partial

@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=P("d"), out_specs=P("d"))
def solve(x):
    total = guest = x
    for hops in range(1, 8):
        {{}}
        total += hops * guest
    return total
"""
NEXT = 'guest = jax.lax.ppermute(guest, "d", [(i, (i + 1) % 8) for i in range(8)])'
PREVIOUS = 'guest = jax.lax.ppermute(guest, "d", [(i, i - 1 if i else 7) for i in range(8)])'
FAR = 'guest = jax.lax.ppermute(x, "d", [(i, (i + hops) % 8) for i in range(8)])'


@pytest.fixture(scope="module")
def ring(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"x": "float32[N]"},
        calls='[Call({"x": rng.standard_normal(16).astype(np.float32)})]',
        checks={"sharding": {"splits": [[8]], "at_least": {"collective-permute": 1}, "ring": True}},
        reference=RING.format(NEXT),
        returns="float32[N]",
    )


@pytest.mark.parametrize(
    ("sent", "code"), [(NEXT, "sharding.ok"), (PREVIOUS, "sharding.ok"), (FAR, "sharding.not_neighbours")]
)
def test_shards_go_from_neighbour_to_neighbour(ring: Kata, sent: str, code: str) -> None:
    result = ring.result(RING.format(sent), "sharding")
    assert result.code == code, result.message
