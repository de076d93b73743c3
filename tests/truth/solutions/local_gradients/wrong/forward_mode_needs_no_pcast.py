"""Forward mode transposes nothing, so no sum comes in and no pcast is needed; but it takes a pass for each weight.

Class: flops
Why: breaches "none does more than three times the floating-point operations that its part needs": for D 64 each device makes 64 passes over its rows.
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
    def mean_square(w):
        return ((x @ w - y) ** 2).mean()

    gradient = jax.jacfwd(mean_square)(w)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / length)
    return jax.lax.pmean(mean_square(w), "data"), jax.lax.pmean(clipped, "data"), length[None]
