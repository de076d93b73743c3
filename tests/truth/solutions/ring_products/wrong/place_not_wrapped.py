"""The place of a block may be negative, and `dynamic_update_slice` moves it inside.
Class: numbers
Why: "products = features @ features.T".
"""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
HOPS = [(i, (i + 1) % 8) for i in range(8)]


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def compare_rows(x, w):
    own = jax.nn.relu(x @ w)
    n = own.shape[0]
    me = jax.lax.axis_index("ring")
    block, out = own, jax.lax.pcast(jnp.zeros((n, 8 * n)), "ring", to="varying")
    for s in range(8):
        out = jax.lax.dynamic_update_slice_in_dim(out, own @ block.T, jnp.maximum(me - s, 0) * n, axis=1)
        block = jax.lax.ppermute(block, "ring", HOPS)
    return out
