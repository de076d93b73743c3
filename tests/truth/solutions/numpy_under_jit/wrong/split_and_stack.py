"""The frames are split off one by one and stacked again: right numbers, and an operation for each frame.
Breaks: "It has as many operations for many frames as for few."
Class: growth
"""
import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    count = samples.size // frame
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame).astype(np.float32)
    frames = jnp.stack(jnp.split(samples[: count * frame], count))
    levels = jnp.sqrt(jnp.mean(jnp.square(frames * window), axis=1))
    loudest = levels.max()
    divisor = jnp.where(loudest > 0, loudest, 1)
    return jnp.where(loudest > 0, jnp.maximum(levels / divisor, 0.001), 0.0), loudest
