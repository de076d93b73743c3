"""Sends the rows of `x` round the ring, which are much smaller than their features, and computes a guest's features again.

Class: flops
Why: breaches "No device repeats the work of another one": each device computes the features of all rows, and no features travel.
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

    def hop(rows, _):
        return jax.lax.ppermute(rows, "ring", HOPS), own @ jax.nn.relu(rows @ w).T

    _, blocks = jax.lax.scan(hop, x, length=8)
    order = (jax.lax.axis_index("ring") - jnp.arange(8)) % 8
    return blocks[order].transpose(1, 0, 2).reshape(own.shape[0], -1)
