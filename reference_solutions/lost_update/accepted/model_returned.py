"""The jitted function returns the changed copy, whose state is taken over."""

import jax
import jax.numpy as jnp
from flax import nnx


def call(model, batch):
    return model(batch), model


compiled = jax.jit(call)


def follow(model, batches):
    rows = []
    for i in range(batches.shape[0]):
        row, moved = compiled(model, batches[i])
        nnx.update(model, nnx.state(moved))
        rows.append(row[None])
    return jnp.concatenate(rows)
