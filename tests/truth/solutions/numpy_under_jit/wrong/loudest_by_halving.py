"""Finds the loudest level by comparing one half of the levels with the other, again and again.

Class: growth
Why: "as many operations for many frames as for few": each doubling of the frames adds operations to the program.
"""
import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    count = samples.size // frame
    frames = samples[: count * frame].reshape(count, frame)
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame)
    levels = jnp.sqrt(jnp.mean(jnp.square(frames * window), axis=1))
    left = levels
    while left.size > 1:
        half = (left.size + 1) // 2
        left = jnp.maximum(left[:half], left[left.size - half :])
    loudest = left[0]
    relative = jnp.maximum(levels / jnp.where(loudest > 0, loudest, 1), 0.001)
    return jnp.where(loudest > 0, relative, 0), loudest
