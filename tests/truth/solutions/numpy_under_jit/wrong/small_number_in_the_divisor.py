"""Adds 1e-9 to the divisor, to be safe from a division by zero.

Class: numbers
Why: Samples may be as small as 1e-6: with samples of 1e-6 only and a frame of 2, loudest is about 7e-7, and the level of each frame is about 0.9986 instead of 1.
"""

import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    count = samples.size // frame
    frames = samples[: count * frame].reshape(count, frame)
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame)
    levels = jnp.sqrt(jnp.mean(jnp.square(frames * window), axis=1))
    loudest = levels.max()
    scaled = jnp.maximum(levels / (loudest + 1e-9), 0.001)
    return jnp.where(loudest > 0, scaled, levels), loudest
