"""A mesh of two axes, over both of which everything is split and averaged."""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((2, 4), ("host", "chip"), axis_types=(AxisType.Auto, AxisType.Auto))
both = ("host", "chip")


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P(both), P(both), P()), out_specs=(P(), P(), P(both)))
def clip_and_average(w, x, y, limit):
    w = jax.lax.pcast(w, both, to="varying")

    def loss_of(w):
        return ((x @ w - y) ** 2).mean()

    loss, gradient = loss_of(w), jax.grad(loss_of)(w)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / length)
    return jax.lax.pmean(loss, both), jax.lax.pmean(clipped, both), length[None]
