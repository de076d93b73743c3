"""A block with a backward rule of its own, which starts from the block's inputs."""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    @jax.custom_vjp
    def light(layer, h):
        return block(layer, h)

    def forward(layer, h):
        return block(layer, h), (layer, h)

    def backward(inputs, slope):
        return jax.vjp(block, *inputs)[1](slope)

    light.defvjp(forward, backward)

    def loss(stack):
        return jnp.square(jax.lax.scan(lambda h, layer: (light(layer, h), None), x, stack)[0] - target).mean()

    return jax.value_and_grad(loss)(stack)
