"""The score of one query and one document, mapped twice by vmap."""

import jax
import jax.numpy as jnp
from functools import partial

dot = partial(jnp.dot, preferred_element_type=jnp.float32)


@partial(jax.vmap, in_axes=(0, None))
@partial(jax.vmap, in_axes=(None, 0))
def cosine_scores(query, document):
    below = jnp.sqrt(dot(query, query)) * jnp.sqrt(dot(document, document))
    zero = below == 0
    return jnp.where(zero, 0.0, dot(query, document) / jnp.where(zero, 1.0, below))
