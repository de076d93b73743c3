"""The truth of `numpy_under_jit`: Python counts the frames, `jnp` measures them."""

import jax.numpy as jnp


def loudness(samples, frame):
    """Return the level of each frame, relative to the loudest, and the level of that."""
    count = samples.shape[0] // frame
    frames = samples[: count * frame].reshape(count, frame)
    window = jnp.sin(jnp.pi * (jnp.arange(frame) + 0.5) / frame)
    levels = jnp.sqrt(jnp.square(frames * window).sum(axis=1) / frame)
    loudest = jnp.max(levels)
    relative = jnp.maximum(levels / jnp.where(loudest > 0, loudest, 1.0), 0.001)
    return jnp.where(loudest > 0, relative, 0.0), loudest
