"""Clips each number of a gradient to the limit.

Class: numbers
Why: For the gradient [3, 4] and limit 4.0 it keeps [3, 4] instead of scaling it by 4/5; only with one number that isn't 0 are the two the same.
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
    own = jax.lax.pcast(w, "data", to="varying")
    loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(own)
    length = jnp.linalg.norm(gradient)
    clipped = jnp.clip(gradient, -limit, limit)
    return *jax.lax.pmean((loss, clipped), "data"), length[None]
