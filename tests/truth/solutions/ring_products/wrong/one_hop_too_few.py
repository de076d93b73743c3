"""The block of the device behind is never seen.
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

    def hop(s, state):
        block, out = state
        out = jax.lax.dynamic_update_slice(out, own @ block.T, (0, (me - s) % 8 * n))
        return jax.lax.ppermute(block, "ring", HOPS), out

    empty = jax.lax.pcast(jnp.zeros((n, 8 * n)), "ring", to="varying")
    return jax.lax.fori_loop(0, 7, hop, (own, empty))[1]
