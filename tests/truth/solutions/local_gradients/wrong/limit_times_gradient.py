"""Multiplies by the limit before it divides, and treats zero lengths apart.

Class: numbers
Why: With limit = inf it computes inf / inf, so the gradient is NaN instead of the plain mean.
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
    bound = jnp.maximum(length, limit)
    clipped = limit * gradient / bound
    return *jax.lax.pmean((loss, clipped), "data"), length[None]
