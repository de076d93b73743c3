"""A checkpoint around the step with the policy that keeps the results of matrix products, which are dear to compute.

Class: memory
Why: The first product of a block is as wide as its hidden layer, so for a block that is eight times as wide inside several times the input of each layer is kept, where twice is allowed.
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    def step(h, layer):
        return block(layer, h), None

    step = jax.checkpoint(step, policy=jax.checkpoint_policies.dots_saveable)

    def loss(stack):
        last, _ = jax.lax.scan(step, x, stack)
        return jnp.mean((last - target) ** 2)

    return jax.value_and_grad(loss)(stack)
