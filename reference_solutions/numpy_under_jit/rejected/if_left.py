from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.jit, static_argnames="frame")
def loudness(samples, frame):
    count = samples.size // frame
    frames = samples[: count * frame].reshape(count, frame)
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame)
    levels = jnp.sqrt(jnp.mean(jnp.square(frames * window), axis=1))
    loudest = levels.max()
    if loudest > 0:
        levels = jnp.maximum(levels / loudest, 0.001)
    return levels, loudest
