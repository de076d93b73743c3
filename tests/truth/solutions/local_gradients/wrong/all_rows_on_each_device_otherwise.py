"""Give all rows to each device, which cuts out its own.

Class: memory
Why: it breaches "No device gets more than twice the bytes of arguments that its rows, w and limit take": each gets all N rows, nearly eight times as many.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P(), P(), P()), out_specs=(P(), P(), P("data")))
def clip_and_average(w, x, y, limit):
    w, x, y = jax.lax.pcast((w, x, y), "data", to="varying")
    count = x.shape[0] // 8
    first = count * jax.lax.axis_index("data")
    rows = jax.lax.dynamic_slice_in_dim(x, first, count)
    targets = jax.lax.dynamic_slice_in_dim(y, first, count)
    loss, gradient = jax.value_and_grad(lambda w: ((rows @ w - targets) ** 2).mean())(w)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / length)
    loss, gradient = jax.lax.pmean((loss, clipped), "data")
    return loss, gradient, length[None]
