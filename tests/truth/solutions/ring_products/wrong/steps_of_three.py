"""Everybody sends three devices further, which visits all of them too.

Class: layout
Why: breaches "They travel from neighbour to neighbour".
"""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
STRIDE = 3
JUMPS = [(i, (i + STRIDE) % 8) for i in range(8)]


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def compare_rows(x, w):
    own = jax.nn.relu(x @ w)

    def jump(state, _):
        block, owner = state
        sent = jax.lax.ppermute((block, owner), "ring", JUMPS)
        return sent, (owner, own @ block.T)

    _, (owners, products) = jax.lax.scan(jump, (own, jax.lax.axis_index("ring")), length=8)
    return jnp.concatenate(list(products[jnp.argsort(owners)]), axis=1)
