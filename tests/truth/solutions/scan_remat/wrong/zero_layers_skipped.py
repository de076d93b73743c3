"""Takes layers whose parameters are all 0 for padding, and skips them.

Class: numbers
Why: "All parameters of a layer may be 0": a block such as `tanh(h @ w)` then returns zeros, but here `h` goes through unchanged, and the layer's slopes are 0.
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    @jax.checkpoint
    def step(h, layer):
        used = jnp.stack([jnp.any(leaf != 0) for leaf in jax.tree.leaves(layer)]).any()
        return jax.lax.cond(used, block, lambda layer, h: h, layer, h), None

    def loss(stack):
        return jnp.mean((jax.lax.scan(step, x, stack)[0] - target) ** 2)

    return jax.value_and_grad(loss)(stack)
