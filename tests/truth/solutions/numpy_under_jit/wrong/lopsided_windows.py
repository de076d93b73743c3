"""Computes half of the window, and mirrors it.

Class: numbers
Why: for an odd frame of 3 or more the middle stands twice and the end is missing: for 3 it is 0.5, 1, 1 instead of 0.5, 1, 0.5.
"""
import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    half = np.sin(np.pi * (np.arange((frame + 1) // 2) + 0.5) / frame)
    window = np.concatenate([half, half[::-1]])[:frame]
    count = samples.size // frame
    frames = samples[: count * frame].reshape(count, frame)
    levels = jnp.sqrt(jnp.mean(jnp.square(frames * window), axis=1))
    loudest = levels.max()
    relative = jnp.maximum(levels / jnp.where(loudest > 0, loudest, 1), 0.001)
    return jnp.where(loudest > 0, relative, 0), loudest
