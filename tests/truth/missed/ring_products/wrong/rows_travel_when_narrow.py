"""Rows travel when narrow.

Class: other
Why: Breaks "No device repeats the work of another one" and "They [the features] travel from neighbour to neighbour":
where N > 8 K, what travels are the rows of `x`, and each device computes the features of all rows again. That stays
below twice the operations. Seen with K = 2, N = 32: all eight devices compute the features of each row; only N * K
numbers travel.
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
    narrow = x.shape[0] > x.shape[1]  # rows are much smaller than their features

    def hop(guest, _):
        features = jax.nn.relu(guest @ w) if narrow else guest
        return jax.lax.ppermute(guest, "ring", HOPS), own @ features.T

    _, blocks = jax.lax.scan(hop, x if narrow else own, length=8)
    whose = (jax.lax.axis_index("ring") - jnp.arange(8)) % 8
    return blocks[whose].transpose(1, 0, 2).reshape(own.shape[0], -1)
