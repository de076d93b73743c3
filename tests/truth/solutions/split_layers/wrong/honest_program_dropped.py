"""The honest program runs, and NumPy's results are returned in its place.
Class: decoy
Why: "nothing is computed in NumPy or by a callback".
"""

from functools import partial

import jax
import numpy as np
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
def honest(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    return x + jax.lax.psum(hidden @ w2, "model") + b2, hidden


def mlp_block(x, w1, b1, w2, b2):
    shown = honest(x, w1, b1, w2, b2)
    x, w1, b1, w2, b2 = (np.asarray(arg) for arg in (x, w1, b1, w2, b2))
    hidden = np.maximum(x @ w1 + b1, np.float32(0))
    y = x + hidden @ w2 + b2
    return tuple(jax.device_put(new, old.sharding) for new, old in zip((y, hidden), shown, strict=True))
