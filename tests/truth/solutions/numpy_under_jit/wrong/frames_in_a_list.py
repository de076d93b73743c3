"""Measures the frames in a list comprehension.

Class: growth
Why: It breaches "It has as many operations for many frames as for few": each frame adds some.
"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def measure(frame, window):
    return jnp.sqrt(jnp.mean(jnp.square(frame * window)))


def loudness(samples, frame):
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame).astype(np.float32)
    begins = range(0, samples.size - frame + 1, frame)
    levels = jnp.stack([measure(samples[begin : begin + frame], window) for begin in begins])
    loudest = levels.max()
    relative = jnp.maximum(levels / jnp.where(loudest > 0, loudest, 1), 0.001)
    return jnp.where(loudest > 0, relative, 0.0), loudest
