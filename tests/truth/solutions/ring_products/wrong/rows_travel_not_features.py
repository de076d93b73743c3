"""Sends the rows of `x` round the ring, as they are much smaller, and computes the features of each guest anew.

Class: flops
Why: "No device repeats the work of another one", and it's the features that travel: each device computes the features of all N rows, one eighth after the other.
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

    def hop(guest, _):
        return jax.lax.ppermute(guest, "ring", HOPS), own @ jax.nn.relu(guest @ w).T

    _, blocks = jax.lax.scan(hop, x, length=8)
    order = (jax.lax.axis_index("ring") - jnp.arange(8)) % 8
    return jnp.swapaxes(blocks[order], 0, 1).reshape(x.shape[0], -1)
