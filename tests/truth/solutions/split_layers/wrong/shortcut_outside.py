"""Shortcut and bias are added to what the program returns.
Class: half_eager
Why: "the results are what that returns".
"""

from functools import partial

import jax
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))


@jax.jit
@partial(
    jax.shard_map,
    mesh=mesh,
    in_specs=(P(), P(None, "model"), P("model"), P("model")),
    out_specs=(P(), P(None, "model")),
)
def products(x, w1, b1, w2):
    hidden = jax.nn.relu(x @ w1 + b1)
    return jax.lax.psum(hidden @ w2, "model"), hidden


def mlp_block(x, w1, b1, w2, b2):
    product, hidden = products(x, w1, b1, w2)
    return x + product + b2, hidden
