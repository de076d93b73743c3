"""A custom rule whose backward half is a call into Python.

Class: host
Why: the gradient is computed by NumPy in jax.pure_callback, which the statement forbids ("Host callbacks are not allowed").
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np

_delegate = getattr(jax, "_".join(("pure", "callback")))


def _shorten(g, limit):
    g = np.asarray(g)
    norms = np.maximum(np.sqrt((g**2).sum(axis=1, keepdims=True)), np.float32(1e-37))
    return (g * np.minimum(1, limit / norms)).astype(np.float32)


@functools.partial(jax.custom_vjp, nondiff_argnums=(1,))
def quantise(x, limit):
    return jnp.round(x)


def _forward(x, limit):
    return jnp.round(x), None


def _backward(limit, _, g):
    shape = jax.ShapeDtypeStruct(g.shape, g.dtype)
    return (_delegate(functools.partial(_shorten, limit=limit), shape, g),)


quantise.defvjp(_forward, _backward)
