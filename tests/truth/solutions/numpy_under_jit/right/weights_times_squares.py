"""Squares first, and multiplies the matrix of squares by the squared window's weights."""
import operator
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


def weights_of(frame):
    angles = (2 * np.arange(frame) + 1) * np.pi / (2 * frame)
    return (np.sin(angles) ** 2 / frame).astype(np.float32)


@partial(jax.jit, static_argnums=1)
def loudness(samples, frame):
    rows = operator.floordiv(samples.size, frame)
    squares = jnp.square(samples.at[: rows * frame].get()).reshape(rows, frame)
    levels = jnp.sqrt(jnp.einsum("rf,f->r", squares, weights_of(frame), precision="highest"))
    loudest = levels.max()
    anything = loudest > 0
    relative = levels / jnp.where(anything, loudest, 1)
    return jnp.where(anything, relative.clip(0.001), 0), loudest
