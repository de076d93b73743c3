"""A function of one query and one document, mapped over both by vmap."""

import functools

import jax
import jax.numpy as jnp

dot = functools.partial(jnp.dot, preferred_element_type=jnp.float32)


def score(query, document):
    squared = jnp.sqrt(dot(query, query)) * jnp.sqrt(dot(document, document))
    return jax.lax.select(squared > 0, dot(query, document) / squared, jnp.float32(0))


cosine_scores = jax.vmap(jax.vmap(score, in_axes=(None, 0)), in_axes=(0, None))
