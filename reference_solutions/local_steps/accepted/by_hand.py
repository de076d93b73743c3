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
    steps, size = y.shape

    def step(t, state):
        w, velocity, losses = state
        error = x[t] @ w - y[t]
        velocity = 0.9 * velocity + 2 / size * (error @ x[t])
        return w - rate * velocity, velocity, losses.at[t, 0].set((error**2).mean())

    start = w, jnp.zeros_like(w), jnp.zeros((steps, 1), w.dtype)
    start = jax.lax.pcast(start, ("data",), to="varying")
    w, _, losses = jax.lax.fori_loop(0, steps, step, start)
    return jax.lax.pmean(w, "data"), losses
