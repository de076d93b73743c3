"""Cuts the samples into frames by jnp.split, and stacks the list.

Class: growth
Why: The program must have as many operations for many frames as for few, but it has a slice and a reshape for each frame.
"""

import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    count = samples.size // frame
    frames = jnp.stack(jnp.split(samples[: count * frame], count))
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame)
    levels = jnp.sqrt(jnp.mean(jnp.square(frames * window), axis=1))
    loudest = levels.max()
    heard = loudest > 0
    scaled = jnp.maximum(levels / jnp.where(heard, loudest, 1), 0.001)
    return jnp.where(heard, scaled, 0), loudest
