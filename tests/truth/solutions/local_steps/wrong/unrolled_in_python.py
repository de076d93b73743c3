"""A Python loop over the steps.
Class: growth
Why: "The loop over the steps is one of `jax.lax`, and not unrolled in Python".
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
    w, velocity = jax.lax.pcast((w, jnp.zeros_like(w)), "data", to="varying")
    losses = []
    for t in range(len(x)):
        loss, gradient = jax.value_and_grad(lambda w, t=t: ((x[t] @ w - y[t]) ** 2).mean())(w)
        velocity = 0.9 * velocity + gradient
        w = w - rate * velocity
        losses.append(loss)
    return jax.lax.pmean(w, "data"), jnp.stack(losses)[:, None]
