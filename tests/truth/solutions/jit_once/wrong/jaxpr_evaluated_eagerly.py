"""The jitted function is traced once for each length, but its jaxpr is then evaluated operation by operation.
Breaks "All arithmetic runs in a function made by `jax.jit`, and the answer is what that returns".
Class: decoy
"""

import jax
import jax.numpy as jnp
from jax.extend.core import jaxpr_as_fun


@jax.jit
def formula(x, scale):
    return scale * x / (1 + jnp.abs(x))


programs = {}


def squash(x, scale):
    if x.shape not in programs:
        programs[x.shape] = formula.trace(x, scale).jaxpr
    (answer,) = jaxpr_as_fun(programs[x.shape])(x, jnp.asarray(scale))
    return answer
