import functools

import jax
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))
SPECS = P(), P(None, "model"), P("model"), P("model", None), P()


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=SPECS, out_specs=(P(), P(None, "model")))
def mlp_block(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    return x + hidden @ w2 + b2, hidden
