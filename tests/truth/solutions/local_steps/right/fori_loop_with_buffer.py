"""A fori_loop with Python bounds, a gradient by hand, and a buffer for the losses in the carry."""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
SPLIT = P(None, "data")
shard = functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), SPLIT, SPLIT, P()), out_specs=(P(), SPLIT))


def one_device(w, x, y, rate):
    steps, rows, _ = x.shape

    def body(t, carry):
        w, velocity, losses = carry
        batch = jax.lax.dynamic_index_in_dim(x, t, keepdims=False)
        errors = batch @ w - jax.lax.dynamic_index_in_dim(y, t, keepdims=False)
        velocity = 0.9 * velocity + errors @ batch * (2 / rows)
        return w - rate * velocity, velocity, losses.at[t, 0].set(jnp.mean(errors**2))

    start = (w, jnp.zeros_like(w), jnp.zeros((steps, 1), w.dtype))
    w, _, losses = jax.lax.fori_loop(0, steps, body, jax.lax.pcast(start, "data", to="varying"))
    return jax.lax.pmean(w, "data"), losses


train_apart = jax.jit(shard(one_device))
