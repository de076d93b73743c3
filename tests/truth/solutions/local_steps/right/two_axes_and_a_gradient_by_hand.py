"""A mesh of 2 x 4 devices, a NamedTuple as the carry, and the gradient written down by hand."""

import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

AXES = ("row", "column")
MESH = jax.make_mesh((2, 4), AXES, axis_types=(AxisType.Auto,) * 2)
SPLIT = P(None, AXES)


class Run(NamedTuple):
    w: jax.Array
    velocity: jax.Array


def take_step(rate, run, batch):
    rows, targets = batch
    residual = rows @ run.w - targets
    gradient = 2.0 * (residual @ rows) / residual.size
    velocity = 0.9 * run.velocity + gradient
    return Run(run.w - rate * velocity, velocity), (residual * residual).mean()


@jax.jit
@functools.partial(jax.shard_map, mesh=MESH, in_specs=(P(), SPLIT, SPLIT, P()), out_specs=(P(), SPLIT))
def train_apart(w, x, y, rate):
    start = Run(*jax.lax.pcast((w, jnp.zeros_like(w)), AXES, to="varying"))
    last, losses = jax.lax.scan(functools.partial(take_step, rate), start, (x, y))
    return jax.lax.pmean(last.w, AXES), losses[:, None]
