"""Shortcut and bias are divided by 8 and added up in a second sum.
Class: layout
Why: "At most `N * D` numbers travel to each device, as many as `y` has".
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
    in_specs=(P(), P(None, "model"), P("model"), P("model"), P()),
    out_specs=(P(), P(None, "model")),
    check_vma=False,
)
def mlp_block(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    product = jax.lax.psum(hidden @ w2, "model")
    rest = jax.lax.psum((x + b2) / 8, "model")
    return product + rest, hidden
