"""Chains an identity whose backward pass clips with a rounding whose tangent passes straight through."""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_vjp, nondiff_argnums=(0,))
def gate(limit, x):
    return x


def _keep_nothing(limit, x):
    return gate(limit, x), None


def _shorten(limit, _, g):
    length = jnp.linalg.norm(g, axis=1, keepdims=True)
    return (jnp.minimum(1, limit / length) * g,)


gate.defvjp(_keep_nothing, _shorten)


@jax.custom_jvp
def straight_round(x):
    return jnp.round(x)


straight_round.defjvps(lambda tangent, answer, x: tangent)


def quantise(x, limit):
    return straight_round(gate(limit, x))
