"""Functional style: a pure jitted function with a static graphdef scans over (params, rest); the caller's module gets the rest."""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnums=0)
def _program(graphdef, params, rest, x):
    def one(x, rows):
        layer = nnx.merge(graphdef, *rows)
        x = layer(x)
        return x, (nnx.split(layer, nnx.Param, ...)[2], jnp.abs(x).mean())

    return jax.lax.scan(one, x, (params, rest))


def run_layers(layers, x):
    graphdef, params, rest = nnx.split(layers, nnx.Param, ...)
    y, (rest, activities) = _program(graphdef, params, rest, x)
    nnx.update(layers, rest)
    return y, activities
