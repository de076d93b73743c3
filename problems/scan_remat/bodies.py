"""Blocks: each takes one layer's parameters and float32[N, D], and returns the same shape. Inside, they are wide."""

import jax.numpy as jnp


def plain(layer, h):
    """Add what a wide layer makes of the input."""
    return h + jnp.tanh(h @ layer["up"]) @ layer["down"]


def gated(layer, h):
    """Forget a tenth, and add a wide layer that another one opens and closes."""
    gate = jnp.exp(-((h @ layer["gate"]["kernel"] + layer["gate"]["bias"]) ** 2))
    return 0.9 * h + (gate * jnp.sin(h @ layer["value"])) @ layer["down"]


def normed(layer, h):
    """Add a wide layer that sees the input at one size only."""
    scale, up, down = layer
    size = jnp.sqrt(jnp.mean(h**2, axis=-1, keepdims=True) + 1)
    wide = (scale * h / size) @ up
    return h + (wide * jnp.tanh(wide)) @ down


def crossed(layer, h):
    """Turn from one wide layer to another, and come back."""
    first = jnp.cos(h @ layer["up"])
    second = jnp.tanh(first @ layer["across"])
    return jnp.tanh(h) + (first * second) @ layer["down"]
