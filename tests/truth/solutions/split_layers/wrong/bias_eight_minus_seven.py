"""Adds the bias on each device and takes seven of the eight away again.

Class: numbers
Why: For a b2 of 1e38, eight of them overflow and y is infinite or NaN; for a large b2 that x cancels, y is off by many roundings of 8 * b2.
"""

import functools

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))
SPECS = (P(), P(None, "model"), P("model"), P("model", None), P())


@jax.jit
@functools.partial(jax.shard_map, mesh=MESH, in_specs=SPECS, out_specs=(P(), P(None, "model")))
def block(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    total = jax.lax.psum(hidden @ w2 + b2, "model") - 7 * b2
    return x + total, hidden


def mlp_block(*arguments):
    return block(*(jax.device_put(a, NamedSharding(MESH, s)) for a, s in zip(arguments, SPECS)))
