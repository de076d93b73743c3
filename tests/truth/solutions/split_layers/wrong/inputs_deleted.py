"""The inputs are deleted when the result is there.
Class: other
Why: "All arguments are the same after the call as before".
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
)
def program(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    return x + jax.lax.psum(hidden @ w2, "model") + b2, hidden


def mlp_block(x, w1, b1, w2, b2):
    results = jax.block_until_ready(program(x, w1, b1, w2, b2))
    for weights in (w1, w2):
        weights.delete()
    return results
