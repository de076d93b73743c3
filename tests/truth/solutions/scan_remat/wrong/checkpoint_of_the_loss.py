"""The checkpoint is around the error only.

Class: flops
Why: "Keep only what goes from one layer to the next, and compute the rest again on the way back."
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    error = jax.checkpoint(lambda h: jnp.mean((h - target) ** 2))

    def loss(stack):
        return error(jax.lax.scan(lambda h, layer: (block(layer, h), None), x, stack)[0])

    return jax.value_and_grad(loss)(stack)
