"""Rows of zeros are taken for padding and left out of the mean; but a row of zeros is a row, with a loss of y ** 2.
It breaks "loss = ((x[t] @ w - y[t]) ** 2).mean()" where a row of x is all zero.
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
        w, velocity = state
        rows, targets = batch
        used = (rows != 0).any(axis=1)
        count = jnp.maximum(used.sum(), 1)

        def loss_of(w):
            return jnp.where(used, (rows @ w - targets) ** 2, 0).sum() / count

        loss, gradient = jax.value_and_grad(loss_of)(w)
        velocity = 0.9 * velocity + gradient
        return (w - rate * velocity, velocity), loss

    start = jax.lax.pcast((w, jnp.zeros_like(w)), "data", to="varying")
    (w, _), losses = jax.lax.scan(step, start, (x, y))
    return jax.lax.pmean(w, "data"), losses[:, None]
