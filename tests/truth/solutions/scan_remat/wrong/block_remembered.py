"""The first block's gradient function is kept for all later calls.

Class: memory
Why: "Hidden cases hand over other functions, so call the one that you are given."
"""

import jax
import jax.numpy as jnp

FUNCTIONS = {}


def make(block):
    @jax.checkpoint
    def step(h, layer):
        return block(layer, h), None

    def loss(stack, x, target):
        return jnp.mean((jax.lax.scan(step, x, stack)[0] - target) ** 2)

    return jax.value_and_grad(loss)


def value_and_slopes(block, stack, x, target):
    structure = jax.tree.structure(stack)
    if structure not in FUNCTIONS:
        FUNCTIONS[structure] = make(block)
    return FUNCTIONS[structure](stack, x, target)
