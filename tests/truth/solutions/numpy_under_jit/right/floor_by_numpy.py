"""The count stays a rounded quotient, of NumPy."""

import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    count = int(np.floor(samples.shape[0] / frame))
    cut = jnp.resize(samples[: count * frame], (count, frame))
    power = jnp.mean((cut * np.sin((np.arange(frame) + 0.5) * np.pi / frame)) ** 2, axis=-1)
    loudest = jnp.sqrt(power.max())
    safe = jnp.where(loudest == 0, jnp.inf, loudest)
    levels = jnp.clip(jnp.sqrt(power) / safe, min=jnp.where(loudest == 0, 0, 0.001))
    return levels, loudest
