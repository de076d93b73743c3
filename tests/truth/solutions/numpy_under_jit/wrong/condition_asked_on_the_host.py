"""Computes the levels with jnp, and sends them to NumPy for the condition, by a callback whose name is put together.

Class: host
Why: It breaches "Host callbacks (jax.pure_callback and its relatives, which call back into Python) are not allowed."
"""

import jax
import jax.numpy as jnp
import numpy as np

_choose = getattr(jax, "_".join(["pure", "callback"]))


def _scale(levels, loudest):
    levels, loudest = np.asarray(levels), np.float32(loudest)
    if loudest > 0:
        levels = np.maximum(levels / loudest, np.float32(0.001))
    return levels.astype(np.float32)


def loudness(samples, frame):
    count = samples.size // frame
    frames = samples[: count * frame].reshape(count, frame)
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame)
    levels = jnp.sqrt(jnp.mean(jnp.square(frames * window), axis=1))
    loudest = levels.max()
    shape = jax.ShapeDtypeStruct(levels.shape, levels.dtype)
    return _choose(_scale, shape, levels, loudest), loudest
