"""`inner` and `vecdot`; the reciprocal of a length of 0 is 0."""

from functools import partial

import jax.numpy as jnp

inner = partial(jnp.inner, preferred_element_type="float32")
vecdot = partial(jnp.vecdot, preferred_element_type="float32")


def shrink(rows):
    squares = vecdot(rows, rows)
    return jnp.where(squares > 0, 1 / jnp.sqrt(squares), 0)


def cosine_scores(queries, documents):
    return inner(queries, documents) * jnp.expand_dims(shrink(queries), 1) * jnp.expand_dims(shrink(documents), 0)
