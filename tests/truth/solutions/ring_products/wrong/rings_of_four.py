"""Two rings of four devices each, so that half of the blocks are never met.
Class: numbers
Why: "each row of it is to be compared with each other row".
"""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((2, 4), ("node", "ring"), axis_types=(AxisType.Auto, AxisType.Auto))
HOPS = [(i, (i + 1) % 4) for i in range(4)]
both = P(("node", "ring"))


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(both, P()), out_specs=both)
def compare_rows(x, w):
    own = jax.nn.relu(x @ w)
    _, products = jax.lax.scan(lambda b, _: (jax.lax.ppermute(b, "ring", HOPS), own @ b.T), own, length=8)
    order = (jax.lax.axis_index(("node", "ring")) - jnp.arange(8)) % 8
    return products[order].swapaxes(0, 1).reshape(own.shape[0], -1)
