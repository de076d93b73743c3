"""Takes rows of zeros for padding, and doesn't count them in the mean.

Class: numbers
Why: If one of a device's two rows in a step is zeros ("So may rows … be"), its loss is divided by 1 instead of 2, and its target is ignored.
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
        there = (rows != 0).any(axis=1)
        count = jnp.maximum(there.sum(), 1)
        loss, gradient = jax.value_and_grad(lambda w: (there * (rows @ w - targets) ** 2).sum() / count)(w)
        velocity = 0.9 * velocity + gradient
        return (w - rate * velocity, velocity), loss

    start = jax.lax.pcast((w, jnp.zeros_like(w)), "data", to="varying")
    (w, _), losses = jax.lax.scan(step, start, (x, y))
    return jax.lax.pmean(w, "data"), losses[:, None]
