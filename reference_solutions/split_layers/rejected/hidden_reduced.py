import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))
SPECS = P(), P(None, "model"), P("model"), P(), P()


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=SPECS, out_specs=(P(), P(None, "model")))
def mlp_block(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    n, h = hidden.shape
    start = h * jax.lax.axis_index("model")
    empty = jax.lax.pcast(jnp.zeros((n, 8 * h)), "model", to="varying")
    everything = jax.lax.psum(jax.lax.dynamic_update_slice(empty, hidden, (0, start)), "model")
    return x + everything @ w2 + b2, hidden
