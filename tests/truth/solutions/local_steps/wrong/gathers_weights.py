"""Gathers the weights of all devices and takes their mean on each.

Class: layout
Why: It breaches "exactly one all-reduce and no other collective": it has an all-gather, by which 8 * D numbers travel to each device.
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
    def step(state, batch):
        w, velocity = state
        rows, targets = batch
        loss, gradient = jax.value_and_grad(lambda w: ((rows @ w - targets) ** 2).mean())(w)
        velocity = 0.9 * velocity + gradient
        return (w - rate * velocity, velocity), loss

    (w, _), losses = jax.lax.scan(step, (w, jnp.zeros_like(w)), (x, y))
    return jax.lax.all_gather(w, "data").mean(axis=0), losses[:, None]
