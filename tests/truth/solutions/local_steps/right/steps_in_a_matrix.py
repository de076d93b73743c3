"""Weights and velocity in one array of two rows, moved by one product."""

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
    state = jax.lax.pcast(jnp.stack([w, jnp.zeros_like(w)]), "data", to="varying")

    def step(state, batch):
        rows, targets = batch
        error = rows @ state[0] - targets
        gradient = 2 * jnp.einsum("nd,n->d", rows, error) / error.shape[0]
        velocity = 0.9 * state[1] + gradient
        return jnp.stack([state[0] - rate * velocity, velocity]), jnp.mean(error * error, keepdims=True)

    state, losses = jax.lax.scan(step, state, (x, y))
    return jax.lax.pmean(state[0], "data"), losses
