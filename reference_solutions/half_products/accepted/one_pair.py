"""A function of one pair, mapped twice."""

import jax
import jax.numpy as jnp


def product(a, b):
    return jnp.vdot(a, b, preferred_element_type=jnp.float32)


def score(q, d):
    squares = product(q, q) * product(d, d)
    return jnp.where(squares == 0, 0.0, product(q, d) * jax.lax.rsqrt(squares))


def cosine_scores(queries, documents):
    return jax.vmap(jax.vmap(score, in_axes=(None, 0)), in_axes=(0, None))(queries, documents)
