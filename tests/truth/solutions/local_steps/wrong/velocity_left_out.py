"""Plain gradient descent.
Class: numbers
Why: "velocity = 0.9 * velocity + gradient".
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
    def step(w, batch):
        rows, targets = batch
        loss, gradient = jax.value_and_grad(lambda w: ((rows @ w - targets) ** 2).mean())(w)
        return w - rate * gradient, loss

    w, losses = jax.lax.scan(step, jax.lax.pcast(w, "data", to="varying"), (x, y))
    return jax.lax.pmean(w, "data"), losses[:, None]
