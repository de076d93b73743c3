import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

HOPS = [(i, (i + 1) % 8) for i in range(8)]


def compare_rows(x, w):
    mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))

    @jax.jit
    @functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
    def run(x, w):
        own = jax.nn.relu(x @ w)

        def hop(block, _):
            return jax.lax.ppermute(block, "ring", HOPS), own @ block.T

        _, products = jax.lax.scan(hop, own, length=8)
        came_in = (jax.lax.axis_index("ring") - jnp.arange(8)) % 8
        return products[came_in].swapaxes(0, 1).reshape(len(own), -1)

    return run(x, w)
