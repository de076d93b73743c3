"""A jitted function runs and is thrown away; NumPy answers.
Class: decoy
Why: "JAX must be able to trace the function".
"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def measure(samples):
    return jnp.sqrt(jnp.square(samples).mean())


def loudness(samples, frame):
    measure(samples)
    count = samples.size // frame
    frames = np.asarray(samples)[: count * frame].reshape(count, frame)
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame)
    levels = np.sqrt(np.mean(np.square(frames * window), axis=1))
    loudest = levels.max()
    relative = np.maximum(levels / loudest, 0.001) if loudest else levels
    return jnp.asarray(relative, jnp.float32), jnp.asarray(loudest, jnp.float32)
