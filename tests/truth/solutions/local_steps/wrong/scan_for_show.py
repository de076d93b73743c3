"""Run a scan whose results nobody takes, and compute the answer in a Python loop over the steps.

Class: decoy
Why: it breaches "not unrolled in Python": the answer comes from a loop that adds a copy of the step to the program for each step.
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
        velocity = 0.9 * velocity + gradient
        return (w - rate * velocity, velocity), loss

    state = jax.lax.pcast((w, jnp.zeros_like(w)), "data", to="varying")
    jax.lax.scan(step, state, (x, y))
    losses = []
    for t in range(x.shape[0]):
        state, loss = step(state, (x[t], y[t]))
        losses.append(loss)
    return jax.lax.pmean(state[0], "data"), jnp.stack(losses)[:, None]
