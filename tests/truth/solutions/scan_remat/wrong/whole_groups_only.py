"""Checkpoints groups of about the square root of L layers, and each layer in them.

Class: numbers
Why: for L = 5 the groups have 2 layers each, and the fifth layer is left out of the network; its slopes are 0.
"""

import math

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    depth = jax.tree.leaves(stack)[0].shape[0]
    size = math.isqrt(depth)
    count = depth // size

    @jax.checkpoint
    def step(h, layer):
        return block(layer, h), None

    @jax.checkpoint
    def run_group(h, group):
        return jax.lax.scan(step, h, group)[0], None

    def loss(stack):
        groups = jax.tree.map(lambda a: a[: count * size].reshape(count, size, *a.shape[1:]), stack)
        last, _ = jax.lax.scan(run_group, x, groups)
        return jnp.mean((last - target) ** 2)

    return jax.value_and_grad(loss)(stack)
