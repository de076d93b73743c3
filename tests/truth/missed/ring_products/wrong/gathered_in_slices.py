"""Keeps all features that come by, in eight thin slices so that no array is large, and multiplies at the end.

Class: memory
Why: breaches "No device ever has the features of all rows": after the scan each device has all of them, in eight arrays.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
HOPS = [(i, (i + 1) % 8) for i in range(8)]


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def compare_rows(x, w):
    own = jax.nn.relu(x @ w)
    n, d = own.shape
    edges = [d * i // 8 for i in range(9)]

    def cut(features):
        return [features[:, a:b] for a, b in zip(edges, edges[1:])]

    def hop(guest, _):
        return jax.lax.ppermute(guest, "ring", HOPS), cut(guest)

    _, kept = jax.lax.scan(hop, own, length=8)
    order = (jax.lax.axis_index("ring") - jnp.arange(8)) % 8
    total = 0
    for mine, theirs in zip(cut(own), kept):
        total = total + mine @ theirs[order].reshape(8 * n, -1).T
    return total
