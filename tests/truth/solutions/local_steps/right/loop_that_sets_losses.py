"""A `fori_loop` whose carry holds the losses, too; all three parts are cast at once."""

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
    n = y.shape[1]

    def body(t, carry):
        w, v, losses = carry
        rows = jax.lax.dynamic_index_in_dim(x, t, keepdims=False)
        error = rows @ w - y[t]
        losses = losses.at[t].set(jnp.dot(error, error) / n)
        v = 0.9 * v + (2.0 / n) * (rows.T @ error)
        return w - rate * v, v, losses

    zeros = jnp.zeros_like(w), jnp.zeros(len(x), jnp.float32)
    carry = jax.lax.pcast((w, *zeros), ("data",), to="varying")
    w, _, losses = jax.lax.fori_loop(0, len(x), body, carry)
    return jax.lax.pmean(w, "data"), losses[:, jnp.newaxis]
