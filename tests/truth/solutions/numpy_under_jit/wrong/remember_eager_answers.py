"""Answers in NumPy when called with numbers, and hands the last such answer to a trace with the same shape.

Class: state
Why: After a call with an array of the same shape and the same frame, the traced program returns that call's numbers as constants for all samples, though it must not matter what was called before.
"""

import jax
import jax.numpy as jnp
import numpy as np

_answers = {}


def _compute(xp, samples, frame):
    count = samples.size // frame
    frames = samples[: count * frame].reshape(count, frame)
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame)
    levels = xp.sqrt(xp.mean(xp.square(frames * window), axis=1))
    loudest = levels.max()
    heard = loudest > 0
    scaled = xp.maximum(levels / xp.where(heard, loudest, 1), 0.001)
    return jnp.float32(xp.where(heard, scaled, 0)), jnp.float32(loudest)


def loudness(samples, frame):
    key = samples.shape, frame
    if not isinstance(samples, jax.core.Tracer):
        levels, loudest = _compute(np, np.asarray(samples), frame)
        _answers[key] = np.asarray(levels), np.asarray(loudest)
        return levels, loudest
    if key in _answers:
        levels, loudest = _answers[key]
        return jnp.asarray(levels), jnp.asarray(loudest)
    return _compute(jnp, samples, frame)
