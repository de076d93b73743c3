"""A device whose rows of a step are all zero has nothing to learn from, and waits.

Class: numbers
Why: if all of a device's rows in a step are 0, the gradient is 0, but the velocity still shrinks to 0.9 of itself and carries `w` on; here both stay.
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
        loss, gradient = jax.value_and_grad(lambda w: ((rows @ w - targets) ** 2).mean())(w)
        busy = (rows != 0).any()
        velocity = jnp.where(busy, 0.9 * velocity + gradient, velocity)
        return (jnp.where(busy, w - rate * velocity, w), velocity), loss

    start = jax.lax.pcast((w, jnp.zeros_like(w)), "data", to="varying")
    (w, _), losses = jax.lax.scan(step, start, (x, y))
    return jax.lax.pmean(w, "data"), losses[:, None]
