"""Keeps the mapped function for each piece of code, so that a lambda which is written in a loop is mapped once.

Class: memory
Why: Two losses made by one factory share their code but not what they close over; the second call gives the first one's numbers, though it should "call the one that you are given".
"""

import jax

mapped = {}


def losses(loss, weights, xs, ys):
    code = getattr(loss, "__code__", loss)
    if code not in mapped:
        mapped[code] = jax.vmap(loss, in_axes=(None, 0, 0))
    return mapped[code](weights, xs, ys)
