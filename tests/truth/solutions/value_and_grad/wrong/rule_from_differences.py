"""Calls jax.value_and_grad on a custom_vjp function whose rule takes the slope from differences.

Class: custom_rule
Why: "JAX has to differentiate `loss`, in reverse mode": it never does, and for a curved loss or a huge rate the differences of float32 numbers are off by far more than rounding.
"""

import jax
import jax.numpy as jnp


def descend(loss, params, rate):
    size = params.shape[0]
    width = 1e-3

    @jax.custom_vjp
    def measured(p):
        return loss(p)

    def forward(p):
        nudges = width * jnp.eye(size, dtype=p.dtype)
        still = jnp.zeros((1, size), p.dtype)
        table = jax.vmap(loss)(p + jnp.concatenate([still, nudges, -nudges]))
        slope = (table[1 : size + 1] - table[size + 1 :]) / (2 * width)
        return table[0], slope

    def backward(slope, cotangent):
        return (cotangent * slope,)

    measured.defvjp(forward, backward)
    value, slope = jax.value_and_grad(measured)(params)
    return value, params - rate * slope
