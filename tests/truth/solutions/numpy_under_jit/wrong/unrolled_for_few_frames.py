"""Up to sixteen frames are computed one by one, by a loop of Python; only from seventeen on as a whole.
It breaks "Program. It has as many operations for many frames as for few".
Class: growth
"""

import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    count = samples.size // frame
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame)
    if count <= 16:
        rows = [samples[i * frame : (i + 1) * frame] * window for i in range(count)]
        levels = jnp.stack([jnp.sqrt(jnp.mean(jnp.square(row))) for row in rows])
    else:
        frames = samples[: count * frame].reshape(count, frame)
        levels = jnp.sqrt(jnp.mean(jnp.square(frames * window), axis=1))
    loudest = levels.max()
    scaled = jnp.maximum(levels / jnp.where(loudest > 0, loudest, 1), 0.001)
    return jnp.where(loudest > 0, scaled, levels), loudest
