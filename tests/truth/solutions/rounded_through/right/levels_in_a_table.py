"""The nearest level is looked up in a table of all levels; a zero with the derivative 1 carries the gradient. Type hints."""

import jax
import jax.numpy as jnp
from jax import Array, lax


def nearest_level(clipped: Array, levels: Array) -> Array:  # [n d], [k] -> [n d]
    gaps = jnp.abs(clipped[..., None] - levels)  # [n d k]
    return levels[jnp.argmin(gaps, axis=-1)]


def fake_quantise(x: Array, scale: Array, bits: int) -> Array:
    half = 1 << (bits - 1)
    levels = jnp.arange(-half, half, dtype=jnp.float32)
    clipped = jnp.clip(x / scale, -half, half - 1)
    held = lax.stop_gradient(clipped)
    slope_one = clipped - held  # 0, whose derivative is that of `clipped`
    return scale * (nearest_level(held, levels) + slope_one)
