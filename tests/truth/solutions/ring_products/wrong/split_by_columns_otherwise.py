"""Returns the products split by columns, which hold the same numbers, as the matrix is symmetric.

Class: layout
Why: breaches "split by rows: device `i` holds the `i`-th eighth of the rows": it holds the i-th eighth of the columns.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
HOPS = [(i, (i + 1) % 8) for i in range(8)]


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P(None, "ring"))
def compare_rows(x, w):
    own = jax.nn.relu(x @ w)

    def hop(guest, _):
        return jax.lax.ppermute(guest, "ring", HOPS), guest @ own.T

    _, blocks = jax.lax.scan(hop, own, length=8)
    order = (jax.lax.axis_index("ring") - jnp.arange(8)) % 8
    return blocks[order].reshape(-1, own.shape[0])
