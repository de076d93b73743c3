"""The velocity is kept with the rate in it, and the loop is unrolled by two."""

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
    start = jax.lax.pcast((w, jnp.zeros_like(w)), "data", to="varying")

    def step(state, batch):
        w, move = state
        rows, targets = batch
        loss, gradient = jax.value_and_grad(lambda w: ((rows @ w - targets) ** 2).mean())(w)
        move = 0.9 * move - rate * gradient
        return (w + move, move), loss

    (w, _), losses = jax.lax.scan(step, start, (x, y), unroll=2)
    return jax.lax.pmean(w, "data"), losses[:, None]
