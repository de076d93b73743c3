"""The starter, mended line by line."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.jit, static_argnames="frame")
def loudness(samples, frame):
    count = samples.size // frame
    frames = samples[: count * frame].reshape(count, frame)
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame)
    levels = jnp.sqrt(jnp.mean(jnp.square(frames * window), axis=1))
    loudest = levels.max()
    divisor = jnp.where(loudest > 0, loudest, 1.0)
    levels = jnp.where(loudest > 0, jnp.maximum(levels / divisor, 0.001), levels)
    return jnp.float32(levels), jnp.float32(loudest)
