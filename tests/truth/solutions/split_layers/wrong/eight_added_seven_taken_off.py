"""Sums all of y over the devices, and takes off what was added seven times too often.

Class: numbers
Why: For x of about 1e38 and small weights eight times x overflows, and infinity minus a number or NaN comes out, though none of the two lines overflows.
"""

import functools

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))
places = (P(), P(None, "model"), P("model"), P("model", None), P())


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=places, out_specs=(P(), P(None, "model")))
def run(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    y = jax.lax.psum(x + hidden @ w2 + b2, "model")
    return y - 7 * (x + b2), hidden


def mlp_block(x, w1, b1, w2, b2):
    arguments = (x, w1, b1, w2, b2)
    return run(*(jax.device_put(a, NamedSharding(mesh, p)) for a, p in zip(arguments, places)))
