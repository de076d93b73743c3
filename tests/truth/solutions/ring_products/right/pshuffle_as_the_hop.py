"""`jax.lax.pshuffle`, which says for each device whom it gets from."""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
SENDERS = [7, 0, 1, 2, 3, 4, 5, 6]


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def compare_rows(x, w):
    own = jax.nn.relu(x @ w)

    def hop(block, _):
        return jax.lax.pshuffle(block, "ring", SENDERS), own @ block.T

    _, products = jax.lax.scan(hop, own, length=8)
    order = (jax.lax.axis_index("ring") - jnp.arange(8)) % 8
    return products[order].swapaxes(0, 1).reshape(own.shape[0], -1)
