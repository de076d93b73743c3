"""Beginner's style: a small class whose method is the step, remat on the bound method, and the gradient at the end with asserts."""

import jax
import jax.numpy as jnp


class Step:
    def __init__(self, block):
        self.block = block

    def apply(self, h, layer):
        new = self.block(layer, h)
        assert new.shape == h.shape
        return new, None


def value_and_slopes(block, stack, x, target):
    one_step = jax.remat(Step(block).apply)

    def forward(parameters):
        carry, nothing = jax.lax.scan(one_step, x, parameters)
        assert nothing is None
        return carry

    def loss_function(parameters):
        difference = forward(parameters) - target
        squares = difference * difference
        return squares.mean()

    loss = loss_function
    gradient_function = jax.value_and_grad(loss, argnums=0)
    value, slopes = gradient_function(stack)
    return value, slopes
