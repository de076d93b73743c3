from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="frame")
def loudness(samples, frame):
    count = jnp.floor_divide(samples.size, frame)
    frames = samples[: int(count) * frame].reshape(-1, frame)
    window = jnp.sin(jnp.pi * (jnp.arange(frame) + 0.5) / frame)
    levels = jnp.sqrt(jnp.mean(jnp.square(frames * window), axis=1))
    loudest = levels.max()
    relative = jnp.maximum(levels / jnp.where(loudest > 0, loudest, 1), 0.001)
    return jnp.where(loudest > 0, relative, 0), loudest
