"""Scans over the hops, collects the blocks in the order in which they came, and sorts them by their owner at the end."""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
NEXT = [(i, (i + 1) % 8) for i in range(8)]


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def compare_rows(x, w):
    own = jax.nn.relu(x @ w)

    def hop(guest, _):
        return jax.lax.ppermute(guest, "ring", NEXT), jnp.einsum("nd,md->nm", own, guest)

    _, blocks = jax.lax.scan(hop, own, length=8)
    order = (jax.lax.axis_index("ring") - jnp.arange(8)) % 8
    return blocks[order].transpose(1, 0, 2).reshape(own.shape[0], -1)
