"""Velocity is kept as a sum of gradients over powers of 0.9 times the last power. After some 900 steps the power is 0, and 0 / 0 NaN.
It breaks "Values. ... equal up to rounding" for many steps.
Class: numbers
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
SPLIT = P(None, "data")


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), SPLIT, SPLIT, P()), out_specs=(P(), SPLIT))
def train_apart(w, x, y, rate):
    def step(state, batch):
        w, total, power = state
        rows, targets = batch
        loss, gradient = jax.value_and_grad(lambda w: ((rows @ w - targets) ** 2).mean())(w)
        power = 0.9 * power
        total = total + gradient / power
        return (w - rate * (power * total), total, power), loss

    own = jax.lax.pcast((w, jnp.zeros_like(w)), "data", to="varying")
    (w, _, _), losses = jax.lax.scan(step, (*own, jnp.float32(1)), (x, y))
    return jax.lax.pmean(w, "data"), losses[:, None]
