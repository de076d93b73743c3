import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P


@functools.cache
def make():
    mesh = jax.make_mesh((8,), ("m",), axis_types=(AxisType.Auto,))
    specs = (P(), P(None, "m"), P("m"), P("m"), P())

    def work(x, w1, b1, w2, b2):
        hidden = jax.nn.relu(x @ w1 + b1)
        is_first = jax.lax.axis_index("m") == 0
        return jax.lax.psum(hidden @ w2 + jnp.where(is_first, x + b2, 0), "m"), hidden

    mapped = jax.shard_map(work, mesh=mesh, in_specs=specs, out_specs=(P(), P(None, "m")), check_vma=False)
    return jax.jit(mapped), [NamedSharding(mesh, spec) for spec in specs]


def mlp_block(*arrays):
    function, places = make()
    return function(*map(jax.device_put, arrays, places))
