"""Uses that the products are symmetric: four hops only, and each block is also sent to the device that needs its transpose.

Class: structure
Why: "Each device sends to its neighbours only": the blocks go to the devices i - 2 and i - 3 directly.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))


def shift(array, places):
    return jax.lax.ppermute(array, "ring", [(i, (i + places) % 8) for i in range(8)])


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def compare_rows(x, w):
    own = jax.nn.relu(x @ w)
    blocks = [None] * 8  # blocks[k] is own times the part of the device k places further on
    blocks[0] = own @ own.T
    guest = own
    for hop in range(1, 5):
        guest = shift(guest, 1)
        block = own @ guest.T
        blocks[8 - hop] = block
        if hop < 4:
            blocks[hop] = shift(block, -hop).T
    order = (jnp.arange(8) - jax.lax.axis_index("ring")) % 8
    return jnp.swapaxes(jnp.stack(blocks)[order], 0, 1).reshape(x.shape[0], -1)
