"""Puts all weights on each device, which then cuts out its eighth and works with that.

Class: memory
Why: "No device gets more than twice the bytes of arguments that its share of the weights, x and b2 take": each gets all weights, eight times its share, so a block that doesn't fit on one device doesn't run.
"""

import functools

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=P(), out_specs=(P(), P(None, "model")))
def run(x, w1, b1, w2, b2):
    width = b1.shape[0] // 8
    start = jax.lax.axis_index("model") * width
    w1 = jax.lax.dynamic_slice_in_dim(w1, start, width, axis=1)
    b1 = jax.lax.dynamic_slice_in_dim(b1, start, width)
    w2 = jax.lax.dynamic_slice_in_dim(w2, start, width)
    hidden = jax.nn.relu(x @ w1 + b1)
    return x + jax.lax.psum(hidden @ w2, "model") + b2, hidden


def mlp_block(x, w1, b1, w2, b2):
    everywhere = NamedSharding(mesh, P())
    return run(*(jax.device_put(array, everywhere) for array in (x, w1, b1, w2, b2)))
