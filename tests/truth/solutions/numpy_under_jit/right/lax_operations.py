"""Spelled out with jax.lax: slice, reshape, reduce, select; the window is computed by math in a list, while JAX traces."""

import math

import jax
import jax.numpy as jnp
from jax import lax


def loudness(samples: jax.Array, frame: int) -> tuple[jax.Array, jax.Array]:
    count = samples.shape[0] // frame
    frames = lax.reshape(lax.slice(samples, (0,), (count * frame,)), (count, frame))
    window = jnp.array([math.sin(math.pi * (i + 0.5) / frame) for i in range(frame)], jnp.float32)
    weighted = lax.mul(frames, lax.broadcast_in_dim(window, (count, frame), (1,)))
    energy = lax.reduce(lax.integer_pow(weighted, 2), jnp.float32(0), lax.add, (1,))
    levels = lax.sqrt(lax.div(energy, lax.full_like(energy, frame)))
    loudest = lax.reduce(levels, jnp.float32(0), lax.max, (0,))
    heard = lax.gt(loudest, jnp.float32(0))
    divisor = lax.select(heard, loudest, jnp.float32(1))
    floor = lax.select(heard, jnp.float32(0.001), jnp.float32(0))
    return lax.max(levels / divisor, jnp.broadcast_to(floor, levels.shape)), loudest
