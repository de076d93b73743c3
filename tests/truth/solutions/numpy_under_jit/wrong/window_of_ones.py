"""No window.
Class: numbers
Why: "frames * window".
"""

import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    count = samples.size // frame
    frames = samples[: count * frame].reshape(count, frame)
    window = np.ones(frame)
    levels = jnp.sqrt(jnp.mean(jnp.square(frames * window), axis=1))
    loudest = levels.max()
    relative = jnp.maximum(levels / jnp.where(loudest > 0, loudest, 1), 0.001)
    return jnp.where(loudest > 0, relative, 0), loudest
