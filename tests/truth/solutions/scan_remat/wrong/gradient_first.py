"""Returns the gradient, and then the loss.

Class: numbers
Why: "Return a tuple of two: the loss, a float32 array of shape `()`, and its gradient"
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    last, inputs = jax.lax.scan(lambda h, layer: (block(layer, h), h), x, stack)

    def back(g, kept):
        layer, h = kept
        _, pull = jax.vjp(block, layer, h)
        slopes, g = pull(g)
        return g, slopes

    error = last - target
    _, slopes = jax.lax.scan(back, 2 * error / error.size, (stack, inputs), reverse=True)
    return slopes, jnp.mean(error**2)
