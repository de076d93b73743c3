"""Computes with columns, and squeezes the gradient at the end.

Class: numbers
Why: for D equal to 1 the gradient has the shape () instead of (1,).
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
    errors = x @ w[:, None] - y[:, None]
    gradient = 2 * x.T @ errors / len(x)
    length = jnp.sqrt((gradient**2).sum())
    clipped = gradient * jnp.minimum(1, limit / length)
    return jax.lax.pmean((errors**2).mean(), "data"), jnp.squeeze(jax.lax.pmean(clipped, "data")), length[None]
