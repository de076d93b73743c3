"""Takes the gradient in forward mode, which keeps nothing from the way there.

Class: flops
Why: "`block` runs in a loop of `jax.lax` and is differentiated in reverse mode"; forward mode carries a tangent for each parameter, so that work is a thousandfold for a thousand parameters.
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    def loss(stack):
        last, _ = jax.lax.scan(lambda h, layer: (block(layer, h), None), x, stack)
        value = jnp.mean((last - target) ** 2)
        return value, value

    slopes, value = jax.jacfwd(loss, has_aux=True)(stack)
    return value, slopes
