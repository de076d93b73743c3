"""Scales by limit / max(length, limit), which is NaN for a limit of infinity (or one above 3.4e38).
Breaks "limit is a Python float, greater than 0" together with "jnp.minimum(1, limit / length)".
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
    clipped = gradient * (limit / jnp.maximum(length, limit))
    loss, mean = jax.lax.pmean((loss, clipped), "data")
    return loss, mean, length[None]
