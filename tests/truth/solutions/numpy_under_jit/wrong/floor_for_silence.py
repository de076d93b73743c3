"""Divides by the loudest level, or by the smallest number if that is 0.

Class: numbers
Why: For samples of zeros all levels are 0.001, but "If all frames are silent, all levels are 0".
"""

import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    count = samples.size // frame
    frames = samples[: count * frame].reshape(count, frame)
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame).astype(np.float32)
    levels = jnp.sqrt(jnp.mean(jnp.square(frames * window), axis=1))
    loudest = levels.max()
    levels = jnp.maximum(levels / jnp.maximum(loudest, jnp.finfo(jnp.float32).tiny), 0.001)
    return levels, loudest
