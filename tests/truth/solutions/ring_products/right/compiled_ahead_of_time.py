"""Lowered and compiled once for each pair of shapes, and kept."""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
rows, whole = NamedSharding(mesh, P("ring")), NamedSharding(mesh, P())
HOPS = [(i, (i + 1) % 8) for i in range(8)]
programs = {}


@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def around(x, w):
    own = jax.nn.relu(x @ w)
    _, parts = jax.lax.scan(lambda b, _: (jax.lax.ppermute(b, "ring", HOPS), own @ b.T), own, length=8)
    parts = parts[(jax.lax.axis_index("ring") - jnp.arange(8)) % 8]
    return jnp.concatenate(list(parts), axis=1)


def compare_rows(x, w):
    x, w = jax.device_put(x, rows), jax.device_put(w, whole)
    key = x.shape, w.shape
    if key not in programs:
        programs[key] = jax.jit(around).lower(x, w).compile()
    return programs[key](x, w)
