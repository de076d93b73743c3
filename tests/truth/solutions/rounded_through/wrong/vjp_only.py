"""A rule for reverse mode alone.
Class: custom_rule
Why: "in reverse mode (`jax.grad`) **and in forward mode** (`jax.jvp`)".
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def rounding(x):
    return jnp.round(x)


def forward(x):
    return jnp.round(x), ()


def backward(_, g):
    return (g,)


rounding.defvjp(forward, backward)


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * rounding(jnp.clip(x / scale, low, high))
