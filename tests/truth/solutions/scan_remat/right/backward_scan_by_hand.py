"""Keeps the input of each layer, and goes back by a reversed scan that takes the vjp of one block at a time."""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    def go_up(h, layer):
        return block(layer, h), h

    def go_down(slope, place):
        layer, h = place
        _, pull = jax.vjp(block, layer, h)
        for_layer, for_input = pull(slope)
        return for_input, for_layer

    last, inputs = jax.lax.scan(go_up, x, stack)
    loss, pull = jax.vjp(lambda h: jnp.mean((h - target) ** 2), last)
    (slope,) = pull(jnp.float32(1.0))
    _, slopes = jax.lax.scan(go_down, slope, (stack, inputs), reverse=True)
    return loss, slopes
