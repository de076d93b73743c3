"""Adds up in the compiled function, and divides by eight after it.
Breaks "All floating-point arithmetic runs in a function made by jax.jit, and the results are what that returns".
Class: half_eager
"""
from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=(P(), P(), P("data")))
def totals(w, x, y, limit):
    own = jax.lax.pcast(w, "data", to="varying")
    loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(own)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / length)
    loss, total = jax.lax.psum((loss, clipped), "data")
    return loss, total, length[None]


def clip_and_average(w, x, y, limit):
    loss, total, lengths = totals(w, x, y, limit)
    return loss / 8, total / 8, lengths
