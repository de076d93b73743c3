"""The weights are averaged after each step.
Class: numbers
Why: "only then do they average their weights".
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
    velocity = jax.lax.pcast(jnp.zeros_like(w), "data", to="varying")

    def step(state, batch):
        w, velocity = state
        rows, targets = batch
        own = jax.lax.pcast(w, "data", to="varying")
        loss, gradient = jax.value_and_grad(lambda w: ((rows @ w - targets) ** 2).mean())(own)
        velocity = 0.9 * velocity + gradient
        return (jax.lax.pmean(own - rate * velocity, "data"), velocity), loss

    (w, _), losses = jax.lax.scan(step, (w, velocity), (x, y))
    return w, losses[:, None]
