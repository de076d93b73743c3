"""`jax.make_mesh` makes an explicit axis where nothing is said.
Class: layout
Why: "axes of the type `AxisType.Auto`".
"""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",))
HOPS = [(i, (i + 1) % 8) for i in range(8)]


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def compare_rows(x, w):
    own = jax.nn.relu(x @ w)
    _, products = jax.lax.scan(lambda b, _: (jax.lax.ppermute(b, "ring", HOPS), own @ b.T), own, length=8)
    order = (jax.lax.axis_index("ring") - jnp.arange(8)) % 8
    return products[order].swapaxes(0, 1).reshape(own.shape[0], -1)
