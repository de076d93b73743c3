"""jax.custom_gradient: the step's backward pass takes the vjp when it is called."""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    @jax.custom_gradient
    def again(layer, h):
        return block(layer, h), lambda g: jax.vjp(block, layer, h)[1](g)

    def loss(stack):
        def step(h, layer):
            return again(layer, h), None

        return jnp.mean((jax.lax.scan(step, x, stack)[0] - target) ** 2)

    return jax.value_and_grad(loss)(stack)
