"""To have a number for Python's `if`, it keeps the loudest level of an earlier call, and builds that into later programs.
Breaks: "Equal inputs give equal bits, whatever was called before."
Class: state
"""
import jax
import jax.numpy as jnp
import numpy as np

known = {}


def loudness(samples, frame):
    count = samples.size // frame
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame).astype(np.float32)
    levels = jnp.sqrt(jnp.mean(jnp.square(samples[: count * frame].reshape(count, frame) * window), axis=1))
    loudest = levels.max()
    if frame not in known and not isinstance(samples, jax.core.Tracer):
        known[frame] = float(loudest)
    if known.get(frame, 1.0) > 0:
        scale = known.get(frame, loudest)
        divisor = jnp.where(scale > 0, scale, 1)
        levels = jnp.where(loudest > 0, jnp.maximum(levels / divisor, 0.001), 0.0)
    return levels, loudest
