"""A mesh of two axes, over both of which the carry varies."""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("host", "chip"), axis_types=(AxisType.Auto, AxisType.Auto))
both = ("host", "chip")
split = P(None, both)


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), split, split, P()), out_specs=(P(), split))
def train_apart(w, x, y, rate):
    start = jax.lax.pcast((w, jnp.zeros_like(w)), both, to="varying")

    def step(state, batch):
        w, velocity = state
        rows, targets = batch
        loss, gradient = jax.value_and_grad(lambda w: ((rows @ w - targets) ** 2).mean())(w)
        velocity = 0.9 * velocity + gradient
        return (w - rate * velocity, velocity), loss

    (w, _), losses = jax.lax.scan(step, start, (x, y))
    return jax.lax.pmean(w, both), losses[:, None]
