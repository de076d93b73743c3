"""Adds a small number to the loudest level, so that nothing is divided by zero.

Class: numbers
Why: For samples of 1e-6 the loudest of the levels is about 0.986 instead of 1, since 1e-8 isn't small beside it.
"""

import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    count = samples.size // frame
    frames = samples[: count * frame].reshape(count, frame)
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame).astype(np.float32)
    levels = jnp.sqrt(jnp.mean(jnp.square(frames * window), axis=1))
    loudest = levels.max()
    relative = jnp.maximum(levels / (loudest + 1e-8), 0.001)
    return jnp.where(loudest > 0, relative, 0.0), loudest
