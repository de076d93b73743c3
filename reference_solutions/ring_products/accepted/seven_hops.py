import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
HOPS = [(i, (i + 1) % 8) for i in range(8)]


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def compare_rows(x, w):
    own = block = jnp.maximum(x @ w, 0)
    size, me = len(own), jax.lax.axis_index("ring")
    products = jax.lax.pcast(jnp.zeros((size, 8 * size), x.dtype), "ring", to="varying")
    for s in range(8):
        if s:
            block = jax.lax.ppermute(block, "ring", HOPS)
        products = jax.lax.dynamic_update_slice(products, own @ block.T, (0, (me - s) % 8 * size))
    return products
