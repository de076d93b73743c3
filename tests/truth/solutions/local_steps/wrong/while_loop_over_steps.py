"""Counts the steps in a while_loop, whose end is a value of the carry.

Class: structure
Why: It breaches "The loop over the steps is one of jax.lax whose number of steps is known while JAX traces": a while_loop's isn't.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
SPLIT = P(None, "data")


@jax.jit
@functools.partial(
    jax.shard_map, mesh=mesh, in_specs=(P(), SPLIT, SPLIT, P()), out_specs=(P(), SPLIT), check_vma=False
)
def train_apart(w, x, y, rate):
    def more(carry):
        return carry[0] < carry[1]

    def step(carry):
        t, steps, w, velocity, losses = carry
        loss, gradient = jax.value_and_grad(lambda w: ((x[t] @ w - y[t]) ** 2).mean())(w)
        velocity = 0.9 * velocity + gradient
        return t + 1, steps, w - rate * velocity, velocity, losses.at[t].set(loss)

    start = (jnp.int32(0), jnp.int32(len(x)), w, jnp.zeros_like(w), jnp.zeros(len(x), w.dtype))
    _, _, w, _, losses = jax.lax.while_loop(more, step, start)
    return jax.lax.pmean(w, "data"), losses[:, None]
