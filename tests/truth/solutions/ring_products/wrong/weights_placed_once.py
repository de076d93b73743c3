"""Puts `w` on all devices once, and keeps it for later calls, as weights seldom change.

Class: state
Why: a second call with another `w` of the same shape still multiplies with the first one.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
HOPS = [(i, (i + 1) % 8) for i in range(8)]

placed = {}


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def ring(x, w):
    own = jax.nn.relu(x @ w)

    def hop(guest, _):
        return jax.lax.ppermute(guest, "ring", HOPS), own @ guest.T

    _, blocks = jax.lax.scan(hop, own, length=8)
    order = (jax.lax.axis_index("ring") - jnp.arange(8)) % 8
    return blocks[order].transpose(1, 0, 2).reshape(own.shape[0], -1)


def compare_rows(x, w):
    rows = jax.device_put(x, jax.NamedSharding(mesh, P("ring")))
    if isinstance(w, jax.core.Tracer):
        return ring(rows, w)
    if w.shape not in placed:
        placed[w.shape] = jax.device_put(w, jax.NamedSharding(mesh, P()))
    return ring(rows, placed[w.shape])
