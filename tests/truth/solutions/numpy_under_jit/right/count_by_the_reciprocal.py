"""Multiplies the number of samples by the reciprocal of the frame's length, and cuts off what is behind the point."""
import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    per_sample = 1 / frame
    count = int(samples.size * per_sample)
    frames = samples[: count * frame].reshape(count, frame)
    window = np.sin(np.pi * (np.arange(frame) + 0.5) * per_sample)
    levels = jnp.sqrt(jnp.mean(jnp.square(frames * window), axis=1))
    loudest = levels.max(initial=0)
    relative = jnp.maximum(levels / jnp.where(loudest > 0, loudest, 1), 0.001)
    return jnp.where(loudest > 0, relative, 0), loudest
