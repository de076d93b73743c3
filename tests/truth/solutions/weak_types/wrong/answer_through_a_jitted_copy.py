"""Computes the answer eagerly and hands it to a compiled function that copies it.

Class: decoy
Why: The arithmetic has to run in a function made by `jax.jit`.
"""

import jax
import jax.numpy as jnp


@jax.jit
def finish(answer):
    return jnp.array(answer, dtype=jnp.float32)


def blend(average, reading, rate):
    return finish(average + rate * (reading - average))
