"""The square of the sine by the cosine of twice the angle."""

import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    count = samples.size // frame
    frames = samples[: count * frame].reshape(count, frame)
    squared_window = 0.5 - 0.5 * np.cos(2 * np.pi * (np.arange(frame) + 0.5) / frame)
    levels = jnp.sqrt((frames * frames * squared_window).sum(axis=1) / frame)
    loudest = levels.max()
    least = 0.001 * jnp.sign(loudest)
    return jnp.maximum(levels / jnp.where(loudest > 0, loudest, 1), least), loudest
