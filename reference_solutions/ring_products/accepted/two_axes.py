import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

BOTH = ("node", "device")
mesh = jax.make_mesh((2, 4), BOTH, axis_types=(AxisType.Auto, AxisType.Auto))
rows, whole = NamedSharding(mesh, P(BOTH)), NamedSharding(mesh, P())
HOPS = [(i, (i + 1) % 8) for i in range(8)]


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(BOTH), P()), out_specs=P(BOTH))
def run(x, w):
    own = block = jax.nn.relu(x @ w)
    products = []
    for _ in range(7):
        products.append(own @ block.T)
        block = jax.lax.ppermute(block, BOTH, HOPS)
    products.append(own @ block.T)
    came_in = (jax.lax.axis_index(BOTH) - jnp.arange(8)) % 8
    return jnp.moveaxis(jnp.stack(products)[came_in], 0, 1).reshape(len(own), -1)


def compare_rows(x, w):
    return run(jax.device_put(x, rows), jax.device_put(w, whole))
