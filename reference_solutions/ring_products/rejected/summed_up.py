import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def compare_rows(x, w):
    own = jax.nn.relu(x @ w)
    size, width = own.shape
    empty = jax.lax.pcast(jnp.zeros((8 * size, width), x.dtype), "ring", to="varying")
    placed = jax.lax.dynamic_update_slice(empty, own, (size * jax.lax.axis_index("ring"), 0))
    return own @ jax.lax.psum(placed, "ring").T
