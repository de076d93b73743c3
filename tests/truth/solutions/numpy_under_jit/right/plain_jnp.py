"""`jnp` for everything but the count."""

import jax.numpy as jnp


def loudness(samples, frame):
    n = len(samples) // frame
    x = samples[: n * frame].reshape((n, frame))
    w = jnp.sin(jnp.pi * (jnp.arange(frame) + 0.5) / frame)
    levels = jnp.sqrt(jnp.mean(jnp.square(x * w), axis=1))
    loudest = levels.max()
    relative = jnp.maximum(levels / jnp.where(loudest > 0, loudest, 1.0), 0.001)
    return jnp.where(loudest > 0, relative, levels), loudest
