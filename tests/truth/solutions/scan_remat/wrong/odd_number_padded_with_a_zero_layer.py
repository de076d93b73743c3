"""Layers go in pairs, and an odd number is padded with a layer of zeros, which is no identity for most blocks.
It breaks "step i + 1: h = block(layer i, h)" up to L, for an odd L and blocks such as `gated` or `crossed`.
Class: numbers
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    def step(h, layer):
        return block(layer, h), None

    @jax.checkpoint
    def pair(h, layers):
        return jax.lax.scan(jax.checkpoint(step), h, layers)

    def in_pairs(a):
        odd = a.shape[0] % 2
        padded = jnp.concatenate([a, jnp.zeros_like(a[:odd])])
        return padded.reshape(-1, 2, *a.shape[1:])

    def loss(stack):
        last, _ = jax.lax.scan(pair, x, jax.tree.map(in_pairs, stack))
        return jnp.mean((last - target) ** 2)

    return jax.value_and_grad(loss)(stack)
