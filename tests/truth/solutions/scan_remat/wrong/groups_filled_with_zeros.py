"""Checkpoints twice, around layers and around groups of about sqrt(L) layers, and fills the last group with layers of zeros.

Class: numbers
Why: For L = 3 a fourth layer of zeros is run, so with a block that isn't the identity for zeros, such as scale * h, the output and all slopes come out as if the last output was 0.
"""

import math

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    depth = jax.tree.leaves(stack)[0].shape[0]
    size = math.isqrt(depth - 1) + 1
    extra = -depth % size

    def group(array):
        filled = jnp.pad(array, [(0, extra)] + [(0, 0)] * (array.ndim - 1))
        return filled.reshape(-1, size, *array.shape[1:])

    @jax.checkpoint
    def step(h, layer):
        return block(layer, h), None

    @jax.checkpoint
    def run_group(h, layers):
        return jax.lax.scan(step, h, layers)

    def loss(stack):
        last, _ = jax.lax.scan(run_group, x, jax.tree.map(group, stack))
        return jnp.mean((last - target) ** 2)

    return jax.value_and_grad(loss)(stack)
