"""Asks for silence by the largest sample, not by the largest level: a recording without positive samples counts as silent.
It breaks "if loudest > 0: levels = np.maximum(levels / loudest, 0.001)" where all samples are negative or 0.
Class: numbers
"""

import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    count = len(samples) // frame
    frames = samples[: count * frame].reshape(count, frame)
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame)
    levels = jnp.sqrt(jnp.mean(jnp.square(frames * window), axis=1))
    loudest = levels.max()
    heard = frames.max() > 0
    scaled = jnp.maximum(levels / jnp.where(heard, loudest, 1), 0.001)
    return jnp.where(heard, scaled, levels), loudest
