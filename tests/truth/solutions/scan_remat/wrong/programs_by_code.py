"""Keeps a compiled gradient for the code of each block, so that a block that is defined again isn't traced again.

Class: state
Why: two blocks which one factory made, with other numbers in their closures, have the same code, and the second one gets the first one's loss and slopes.
"""

import jax
import jax.numpy as jnp

PROGRAMS = {}


def value_and_slopes(block, stack, x, target):
    key = getattr(block, "__code__", block)
    if key not in PROGRAMS:
        step = jax.checkpoint(lambda h, layer: (block(layer, h), None))

        def loss(stack, x, target):
            return jnp.mean((jax.lax.scan(step, x, stack)[0] - target) ** 2)

        PROGRAMS[key] = jax.jit(jax.value_and_grad(loss))
    return PROGRAMS[key](stack, x, target)
