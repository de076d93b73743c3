"""Asks whether any sample isn't 0, those left over at the end included: silent frames with a loud rest get levels of 0.001.
It breaks "Samples that are left over at the end ... count for nothing. In a silent recording all levels are 0".
Class: numbers
"""

import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    silent = jnp.all(samples == 0)
    count = samples.size // frame
    frames = samples[: count * frame].reshape(count, frame)
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame)
    levels = jnp.sqrt(jnp.mean(jnp.square(frames * window), axis=1))
    loudest = levels.max()
    divisor = jnp.where(loudest > 0, loudest, 1)
    levels = jnp.where(silent, 0.0, jnp.maximum(levels / divisor, 0.001))
    return levels, loudest
