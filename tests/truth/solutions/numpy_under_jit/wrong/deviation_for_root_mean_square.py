"""The standard deviation is taken for the root of the mean square; the two differ where a frame's mean isn't 0.
Breaks: "levels = np.sqrt(np.mean(np.square(frames * window), axis=1))".
Class: numbers
"""
import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    count = samples.size // frame
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame).astype(np.float32)
    levels = jnp.std(samples[: count * frame].reshape(count, frame) * window, axis=1)
    loudest = levels.max()
    divisor = jnp.where(loudest > 0, loudest, 1)
    return jnp.where(loudest > 0, jnp.maximum(levels / divisor, 0.001), 0.0), loudest
