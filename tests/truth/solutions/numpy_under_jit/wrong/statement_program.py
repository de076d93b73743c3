"""The statement's program, with arrays made at the end.
Class: host
Why: "JAX must be able to trace the function".
"""

import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    samples = np.array(samples)
    count = len(samples) // frame
    frames = samples[: count * frame].reshape(count, frame)
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame)
    levels = np.sqrt(np.mean(np.square(frames * window), axis=1))
    loudest = levels.max()
    if loudest > 0:
        levels = np.maximum(levels / loudest, 0.001)
    return jnp.array(levels, jnp.float32), jnp.array(loudest, jnp.float32)
