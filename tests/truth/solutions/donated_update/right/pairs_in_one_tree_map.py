"""Makes both results of each leaf in one function and transposes the tree of pairs."""

import functools

import jax
import jax.numpy as jnp


def update_leaf(p, v, g, rate):
    v = jnp.add(jnp.multiply(0.9, v), g)
    p = jnp.subtract(p, jnp.multiply(rate, v))
    return p, v


@functools.partial(jax.jit, donate_argnames=("params", "velocity"))
def momentum_step(params, velocity, grads, rate):
    pairs = jax.tree.map(functools.partial(update_leaf, rate=rate), params, velocity, grads)
    outer, inner = jax.tree.structure(params), jax.tree.structure((0, 0))
    return jax.tree.transpose(outer, inner, pairs)
