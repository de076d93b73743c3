"""The first layer is split, but each device also computes the whole block by itself.

Class: decoy
Why: "each device keeps an eighth of the weights and computes an eighth of the hidden numbers".
"""

from functools import partial

import jax
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",))


def eighth(array, axis):
    size = array.shape[axis] // 8
    return jax.lax.dynamic_slice_in_dim(array, jax.lax.axis_index("model") * size, size, axis)


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=P(), out_specs=(P(), P(None, "model")), check_vma=False)
def mlp_block(x, w1, b1, w2, b2):
    own = jax.nn.relu(x @ eighth(w1, 1) + eighth(b1, 0))
    y = x + jax.nn.relu(x @ w1 + b1) @ w2 + b2
    return y + 0 * jax.lax.psum(own @ eighth(w2, 0), "model"), own
