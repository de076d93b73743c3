"""Gives every device all of `x`, computes all blocks of features there one by one, and sends something round that adds nothing.

Class: decoy
Why: breaches "They travel from neighbour to neighbour by `jax.lax.ppermute`": what travels is multiplied by 0; nothing is learned from it.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
HOPS = [(i, (i + 1) % 8) for i in range(8)]


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P()), out_specs=P("ring"))
def compare_rows(x, w):
    parts = x.reshape(8, -1, x.shape[1])
    own = jax.nn.relu(parts[jax.lax.axis_index("ring")] @ w)

    def step(guest, part):
        return jax.lax.ppermute(guest, "ring", HOPS), own @ jax.nn.relu(part @ w).T

    guest, blocks = jax.lax.scan(step, own, parts)
    row = blocks.transpose(1, 0, 2).reshape(own.shape[0], -1)
    return row + 0 * guest[:, :1]
