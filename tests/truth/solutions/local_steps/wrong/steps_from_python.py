"""Trains eagerly-looking step by step: Python calls one jitted step S times, and an average at the end.

Class: host
Why: It breaches "not unrolled in Python. All of it is one call of one function": Python makes S + 1 calls, and an outer jit gets S copies.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
SPLIT = P(None, "data")

OWN = P("data")


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(OWN, OWN, OWN, OWN, P()), out_specs=(OWN, OWN, OWN))
def step(w, velocity, rows, targets, rate):
    loss, gradient = jax.value_and_grad(lambda w: ((rows @ w[0] - targets) ** 2).mean())(w)
    velocity = 0.9 * velocity + gradient
    return w - rate * velocity, velocity, loss[None]


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=OWN, out_specs=P())
def average(own):
    return jax.lax.pmean(own[0], "data")


def train_apart(w, x, y, rate):
    own = jnp.tile(w, (8, 1))
    velocity, losses = jnp.zeros_like(own), []
    for rows, targets in zip(x, y):
        own, velocity, loss = step(own, velocity, rows, targets, rate)
        losses.append(loss)
    return average(own), jnp.stack(losses)
