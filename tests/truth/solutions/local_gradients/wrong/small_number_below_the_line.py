"""Add 1e-6 to the length before the division, as other libraries do.

Class: numbers
Why: where all gradients have the length 1e-6 and the limit is 1e-7, it gives half of the expected gradient, since 1e-6 is as large as the length.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=(P(), P(), P("data")))
def clip_and_average(w, x, y, limit):
    w = jax.lax.pcast(w, "data", to="varying")
    loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / (length + 1e-6))  # never divide by zero
    loss, gradient = jax.lax.pmean((loss, clipped), "data")
    return loss, gradient, length[None]
