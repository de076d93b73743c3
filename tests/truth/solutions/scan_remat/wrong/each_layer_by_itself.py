"""The gradient is stopped between the layers, and only the last one learns from the error.

Class: numbers
Why: "its gradient with respect to `stack`"
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    @jax.checkpoint
    def step(h, layer):
        return block(layer, jax.lax.stop_gradient(h)), None

    def loss(stack):
        return jnp.mean((jax.lax.scan(step, x, stack)[0] - target) ** 2)

    return jax.value_and_grad(loss)(stack)
