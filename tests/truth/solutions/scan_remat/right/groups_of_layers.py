"""Checkpoints around layers and around groups of them; the group's size divides the number of layers."""

import math

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    length = jax.tree.leaves(stack)[0].shape[0]
    size = max(d for d in range(1, math.isqrt(length) + 1) if length % d == 0)
    grouped = jax.tree.map(lambda leaf: leaf.reshape(length // size, size, *leaf.shape[1:]), stack)

    @jax.checkpoint
    def layer_step(h, layer):
        return block(layer, h), None

    @jax.checkpoint
    def group_step(h, group):
        return jax.lax.scan(layer_step, h, group)

    def loss(grouped):
        return jnp.mean((jax.lax.scan(group_step, x, grouped)[0] - target) ** 2)

    value, slopes = jax.value_and_grad(loss)(grouped)
    return value, jax.tree.map(lambda leaf: leaf.reshape(length, *leaf.shape[2:]), slopes)
