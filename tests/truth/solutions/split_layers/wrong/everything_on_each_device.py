"""Each device computes both layers whole, and a sum of zeros is there for show.

Class: decoy
Why: "each device keeps an eighth of the weights and computes an eighth of the hidden numbers".
"""

from functools import partial

import jax
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",))


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=P(), out_specs=(P(), P(None, "model")), check_vma=False)
def mlp_block(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    y = x + hidden @ w2 + b2
    width = w1.shape[1] // 8
    own = jax.lax.dynamic_slice_in_dim(hidden, jax.lax.axis_index("model") * width, width, axis=1)
    return y + jax.lax.psum(0 * x, "model"), own
