"""The gradient of the mean square written out, on each device."""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=(P(), P(), P("data")))
def clip_and_average(w, x, y, limit):
    error = x @ w - y
    gradient = (2 / len(y)) * (error @ x)
    length = jnp.sqrt(jnp.sum(gradient * gradient))
    factor = jnp.where(length > limit, limit / length, 1.0)
    loss = jax.lax.pmean(jnp.mean(error * error), "data")
    return loss, jax.lax.pmean(factor * gradient, "data"), jnp.expand_dims(length, 0)
