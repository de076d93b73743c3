"""A Python loop calls a jitted step again and again.
Class: dispatches
Why: "All of it is one call of one function made by `jax.jit`".
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
    jax.shard_map,
    mesh=mesh,
    in_specs=(P("data"), P("data"), P("data"), P("data"), P()),
    out_specs=(P("data"), P("data"), P("data")),
)
def step(ws, velocities, rows, targets, rate):
    loss, gradient = jax.value_and_grad(lambda ws: ((rows @ ws[0] - targets) ** 2).mean())(ws)
    velocities = 0.9 * velocities + gradient
    return ws - rate * velocities, velocities, loss[None]


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=P("data"), out_specs=P())
def average(ws):
    return jax.lax.pmean(ws[0], "data")


def train_apart(w, x, y, rate):
    ws = jnp.tile(w, (8, 1))
    velocities, losses = jnp.zeros_like(ws), []
    for rows, targets in zip(x, y, strict=True):
        ws, velocities, loss = step(ws, velocities, rows, targets, rate)
        losses.append(loss)
    return average(ws), jnp.stack(losses)
