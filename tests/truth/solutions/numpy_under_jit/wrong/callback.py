"""NumPy is called back.
Class: host
Why: "Host callbacks are not allowed".
"""

import jax
import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    count = samples.size // frame
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame)

    def measure(frames):
        return np.sqrt(np.mean(np.square(frames * window), axis=1)).astype(np.float32)

    frames = samples[: count * frame].reshape(count, frame)
    levels = jax.pure_callback(measure, jax.ShapeDtypeStruct((count,), jnp.float32), frames)
    loudest = levels.max()
    return jnp.where(loudest > 0, jnp.maximum(levels / jnp.where(loudest > 0, loudest, 1), 0.001), 0), loudest
