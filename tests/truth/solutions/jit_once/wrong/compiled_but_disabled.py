"""Compiles and calls the function, then returns what the same function gives with jit switched off.

Class: decoy
Why: It breaches "the answer is what that returns": the answer comes from the eager run, that of the compiled one is dropped.
"""

import jax
import jax.numpy as jnp


def formula(x, scale):
    return scale * x / (1 + jnp.abs(x))


compiled = jax.jit(formula)


def squash(x, scale):
    checked = compiled(x, scale)
    with jax.disable_jit():
        answer = formula(x, scale)
    assert checked.shape == answer.shape
    return answer
