"""Measures frame after frame in a loop of lax.map, and chooses by lax.cond."""

import functools
import math

import jax
import jax.numpy as jnp


@functools.cache
def make_window(frame):
    return tuple(math.sin(math.pi * (i + 0.5) / frame) for i in range(frame))


@functools.partial(jax.jit, static_argnames=("frame",))
def loudness(samples, frame):
    window = jnp.array(make_window(frame), jnp.float32)

    def measure(place):
        own = jax.lax.dynamic_slice_in_dim(samples, place * frame, frame)
        return jnp.sqrt(jnp.mean(jnp.square(own * window)))

    levels = jax.lax.map(measure, jnp.arange(len(samples) // frame))
    loudest = jnp.max(levels)

    def relative(levels):
        return jnp.maximum(levels / loudest, 0.001)

    return jax.lax.cond(loudest > 0, relative, lambda levels: levels, levels), loudest
