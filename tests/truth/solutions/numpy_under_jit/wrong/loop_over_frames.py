"""A Python loop over the frames.
Class: growth
Why: "It has as many operations for many frames as for few".
"""

import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame)
    count = samples.size // frame
    levels = jnp.zeros(count)
    for i in range(count):
        heard = samples[i * frame : (i + 1) * frame] * window
        levels = levels.at[i].set(jnp.sqrt(jnp.mean(heard * heard)))
    loudest = levels.max()
    return jnp.where(loudest > 0, jnp.maximum(levels / jnp.where(loudest > 0, loudest, 1), 0.001), 0), loudest
