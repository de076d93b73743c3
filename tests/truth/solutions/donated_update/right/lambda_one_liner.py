"""Writes the step as one lambda under jax.jit."""

import jax

tmap = jax.tree.map
momentum_step = jax.jit(
    lambda params, velocity, grads, rate: (
        tmap(lambda p, v, g: p - rate * (0.9 * v + g), params, velocity, grads),
        tmap(lambda v, g: 0.9 * v + g, velocity, grads),
    ),
    donate_argnums=(0, 1),
)
