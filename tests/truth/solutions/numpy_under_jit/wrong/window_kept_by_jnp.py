"""Computes the window in jnp, once for each frame size, and keeps it for later calls.

Class: state
Why: The window that a traced call keeps is a tracer, so the next trace with the same frame and another N raises an UnexpectedTracerError ("whatever was called before").
"""

import functools

import jax
import jax.numpy as jnp


@functools.cache
def make_window(frame):
    return jnp.sin(jnp.pi * (jnp.arange(frame) + 0.5) / frame)


@functools.partial(jax.jit, static_argnames="frame")
def loudness(samples, frame):
    count = samples.size // frame
    frames = samples[: count * frame].reshape(count, frame)
    levels = jnp.sqrt(jnp.mean(jnp.square(frames * make_window(frame)), axis=1))
    loudest = levels.max()
    relative = jnp.maximum(levels / jnp.where(loudest > 0, loudest, 1), 0.001)
    return jnp.where(loudest > 0, relative, 0.0), loudest
