"""The mesh has 2 x 4 devices, weights are split over the first axis only, and each device masks all but a quarter of its half.

Class: flops
Why: Each device computes both products for half of the hidden units, four times the operations that its eighth needs, and it keeps half of the weights. The numbers are right.
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = Mesh(np.array(jax.devices()).reshape(2, 4), ("half", "quarter"))
BOTH = ("half", "quarter")
IN = (P(), P(None, "half"), P("half"), P("half", None), P())


@jax.jit
@functools.partial(jax.shard_map, mesh=MESH, in_specs=IN, out_specs=(P(), P(None, BOTH)), check_vma=False)
def block(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    size = hidden.shape[1] // 4
    start = jax.lax.axis_index("quarter") * size
    column = jnp.arange(hidden.shape[1])
    mine = (column >= start) & (column < start + size)
    y = x + jax.lax.psum(jnp.where(mine, hidden, 0.0) @ w2, BOTH) + b2
    return y, jax.lax.dynamic_slice_in_dim(hidden, start, size, axis=1)


def mlp_block(x, w1, b1, w2, b2):
    args = [jax.device_put(a, NamedSharding(MESH, s)) for a, s in zip((x, w1, b1, w2, b2), IN)]
    return block(*args)
