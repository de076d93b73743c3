"""Nothing is added up, and each device has a result of its own.
Class: numbers
Why: "a single sum at the end puts the results together".
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
    return x + hidden @ w2 + b2, hidden
