"""The rule for a shape keeps the first limit.
Class: memory
Why: "may differ from call to call"
"""

import functools

import jax
import jax.numpy as jnp

_rules = {}


def make(limit):
    @jax.custom_vjp
    def op(x):
        return jnp.round(x)

    op.defvjp(
        lambda x: (jnp.round(x), None),
        lambda _, g: (g * jnp.minimum(1, limit / jnp.linalg.norm(g, axis=1, keepdims=True)),),
    )
    return op


def quantise(x, limit):
    return _rules.setdefault(x.shape, make(limit))(x)
