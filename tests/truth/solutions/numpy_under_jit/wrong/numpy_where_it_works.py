"""Uses NumPy while the samples have values, and falls back to a rough answer under a trace.

Class: sniffer
Why: When JAX traces it, the branch of NumPy isn't taken, and a silent recording gives NaN (0 / 0) instead of zeros.
"""

import jax
import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    traced = isinstance(samples, jax.core.Tracer)
    xp = jnp if traced else np
    samples = samples if traced else np.asarray(samples)
    count = len(samples) // frame
    frames = samples[: count * frame].reshape(count, frame)
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame)
    levels = xp.sqrt(xp.mean(xp.square(frames * window), axis=1))
    loudest = levels.max()
    if traced or loudest > 0:
        levels = xp.maximum(levels / loudest, 0.001)
    return jnp.float32(levels), jnp.float32(loudest)
