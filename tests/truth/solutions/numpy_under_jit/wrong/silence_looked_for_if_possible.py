"""Asks by Python's `if` whether all is silent, and goes on as if it weren't where JAX raises.

Class: sniffer
Why: where the samples are traced, a silent recording divides 0 by 0 and all levels are NaN; on plain arrays it is right.
"""
import jax
import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    count = samples.size // frame
    frames = samples[: count * frame].reshape(count, frame)
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame)
    levels = jnp.sqrt(jnp.mean(jnp.square(frames * window), axis=1))
    loudest = levels.max()
    try:
        silent = bool(loudest == 0)
    except jax.errors.ConcretizationTypeError:
        silent = False
    if not silent:
        levels = jnp.maximum(levels / loudest, 0.001)
    return levels, loudest
