"""A mesh of 2 x 4 devices, along whose axes the rows are split in the wrong order.

Class: layout
Why: device 1 gets the rows and holds the losses of part 2, and so on, though "device `i` holds the `i`-th column"; only the values are right.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

AXES = ("column", "row")
mesh = jax.make_mesh((2, 4), ("row", "column"), axis_types=(AxisType.Auto, AxisType.Auto))
SPLIT = P(None, AXES)


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), SPLIT, SPLIT, P()), out_specs=(P(), SPLIT))
def train_apart(w, x, y, rate):
    def step(state, batch):
        w, velocity = state
        rows, targets = batch
        loss, gradient = jax.value_and_grad(lambda w: ((rows @ w - targets) ** 2).mean())(w)
        velocity = 0.9 * velocity + gradient
        return (w - rate * velocity, velocity), loss

    start = jax.lax.pcast((w, jnp.zeros_like(w)), AXES, to="varying")
    (w, _), losses = jax.lax.scan(step, start, (x, y))
    return jax.lax.pmean(w, AXES), losses[:, None]
