"""Guards the division by a length of at least 1e-6, so gradients shorter than that are clipped too much by tiny limits.
Breaks "clipped = gradient * jnp.minimum(1, limit / length)" for limit < length < 1e-6.
Class: numbers
"""
from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=(P(), P(), P("data")))
def clip_and_average(w, x, y, limit):
    own = jax.lax.pcast(w, "data", to="varying")
    loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(own)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / jnp.maximum(length, 1e-6))
    loss, mean = jax.lax.pmean((loss, clipped), "data")
    return loss, mean, length[None]
