"""Keeps the clipped gradients of the devices, and averages them outside of the compiled function.

Class: half_eager
Why: It breaches "All floating-point arithmetic runs in a function made by jax.jit": the two means run eagerly on the stacked results.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=P("data"))
def on_devices(w, x, y, limit):
    own = jax.lax.pcast(w, "data", to="varying")
    loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(own)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / length)
    return loss[None], clipped[None], length[None]


def clip_and_average(w, x, y, limit):
    losses, clipped, lengths = on_devices(w, x, y, limit)
    return losses.mean(), clipped.mean(axis=0), lengths
