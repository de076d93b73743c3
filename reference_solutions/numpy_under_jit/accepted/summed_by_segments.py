"""Sums by the number of the frame, which NumPy knows."""

import jax
import jax.numpy as jnp
import numpy as np


def relate(levels):
    loudest = levels.max()
    silent = loudest == 0
    return jnp.where(silent, 0, jnp.maximum(levels / jnp.where(silent, 1, loudest), 0.001)), loudest


def loudness(samples, frame):
    count = samples.size // frame
    numbers = np.repeat(np.arange(count), frame)
    window = np.tile(np.sin(np.pi * (np.arange(frame) + 0.5) / frame), count)
    heard = samples[: numbers.size] * window
    power = jax.ops.segment_sum(heard * heard, numbers, num_segments=count, indices_are_sorted=True) / frame
    return relate(jnp.sqrt(power))
