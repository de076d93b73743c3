"""Sums the squares of a row and takes the mean over the rows: D times too much, and right for D = 1, as in the example.
Breaks "the loss `jnp.mean((h - target) ** 2)`".
Class: numbers
"""
import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    @jax.checkpoint
    def step(h, layer):
        return block(layer, h), None

    def loss(stack):
        last, _ = jax.lax.scan(step, x, stack)
        return jnp.square(last - target).sum(axis=-1).mean()

    return jax.value_and_grad(loss)(stack)
