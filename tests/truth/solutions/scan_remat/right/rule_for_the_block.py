"""A custom_vjp around the block: it keeps the input, and computes the block again."""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    @jax.custom_vjp
    def thrifty(layer, h):
        return block(layer, h)

    def forward(layer, h):
        return block(layer, h), (layer, h)

    def backward(kept, g):
        return jax.vjp(block, *kept)[1](g)

    thrifty.defvjp(forward, backward)

    def loss(stack):
        last, _ = jax.lax.scan(lambda h, layer: (thrifty(layer, h), None), x, stack)
        return jnp.mean((last - target) ** 2)

    return jax.value_and_grad(loss)(stack)
