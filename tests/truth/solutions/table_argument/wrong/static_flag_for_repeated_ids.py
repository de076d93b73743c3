"""Tells the program by a static flag whether an id occurs several times, to have a quicker way where none does.

Class: retrace
Why: the same table with other ids of this shape is traced again where the first ids had no repetition and the others have one, 1 in place of 0.
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames="repeated")
def scores(table, ids, *, repeated):
    if repeated:
        liked = table[ids]
    else:
        liked = table.at[ids].get(unique_indices=True)
    return table @ jnp.mean(liked, axis=0)


def recommend(table, ids):
    numbers = ids.tolist()
    return scores(table, ids, repeated=len(set(numbers)) < len(numbers))
