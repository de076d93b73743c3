"""Keeps the input of each layer as output of one scan, and goes back through them in a reversed scan with jax.vjp."""

import jax
import jax.numpy as jnp
from jax import lax


def value_and_slopes(block, stack, x, target):
    def go_there(h, layer):
        return block(layer, h), h

    def come_back(slope, kept):
        layer, h = kept
        _, pull = jax.vjp(block, layer, h)
        of_layer, of_input = pull(slope)
        return of_input, of_layer

    last, inputs = lax.scan(go_there, x, stack)
    gap = last - target
    _, slopes = lax.scan(come_back, gap * (2 / gap.size), (stack, inputs), reverse=True)
    return jnp.mean(gap**2), slopes
