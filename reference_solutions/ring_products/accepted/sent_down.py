import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
TO_THE_ONE_BEFORE = [(i, (i - 1) % 8) for i in range(8)]


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def compare_rows(x, w):
    own = jax.nn.relu(x @ w)

    def hop(block, _):
        products = block @ own.T
        return jax.lax.ppermute(block, "ring", TO_THE_ONE_BEFORE), products

    _, products = jax.lax.scan(hop, own, None, length=8, unroll=2)
    in_order = jnp.roll(products.reshape(-1, len(own)), jax.lax.axis_index("ring") * len(own), axis=0)
    return in_order.T
