"""The rows of products travel with the features that they belong to, and come home after eight hops."""

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

    def visit(guest, _):
        features, row = guest
        row = jax.lax.dynamic_update_slice(row, features @ own.T, (0, me * n))
        return jax.lax.ppermute((features, row), "ring", HOPS), None

    empty = jax.lax.pcast(jnp.zeros((n, 8 * n)), "ring", to="varying")
    (_, row), _ = jax.lax.scan(visit, (own, empty), length=8)
    return row
