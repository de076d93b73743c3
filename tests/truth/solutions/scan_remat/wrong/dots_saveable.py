"""The policy keeps the results of products, which are as wide as the block.

Class: flops
Why: "The compiled program's temporary memory is at most twice that of a program which keeps the input of each layer"
"""

import functools

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    @functools.partial(jax.checkpoint, policy=jax.checkpoint_policies.dots_saveable)
    def step(h, layer):
        return block(layer, h), None

    def loss(stack):
        return jnp.mean((jax.lax.scan(step, x, stack)[0] - target) ** 2)

    return jax.value_and_grad(loss)(stack)
