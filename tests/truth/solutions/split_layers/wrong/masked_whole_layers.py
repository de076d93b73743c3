"""Each device computes both layers with all weights, and masks what belongs to the others.

Class: flops
Why: Sham: for every input each device does eight times the operations of its share (and keeps all weights), and only the mask makes it look split.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))


@jax.jit
@functools.partial(
    jax.shard_map, mesh=MESH, in_specs=(P(),) * 5, out_specs=(P(), P(None, "model")), check_vma=False
)
def block(x, w1, b1, w2, b2):
    width = b1.size // 8
    device = jax.lax.axis_index("model")
    hidden = jax.nn.relu(x @ w1 + b1)
    mine = jnp.arange(b1.size) // width == device
    terms = jnp.where(mine, hidden, 0) @ w2
    columns = jax.lax.dynamic_slice_in_dim(hidden, device * width, width, axis=1)
    return x + jax.lax.psum(terms, "model") + b2, columns


def mlp_block(*arguments):
    return block(*jax.device_put(arguments, NamedSharding(MESH, P())))
