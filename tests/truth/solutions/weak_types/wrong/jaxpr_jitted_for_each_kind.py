"""The Python formula is traced once for each D; what is jitted is its jaxpr, which JAX traces and compiles anew for each kind.

Class: retrace
Why: a second call with rate jnp.float32(0.5) after 0.5, same D, is another key for the jitted function, so it is traced (and compiled) once more instead of not at all.
"""

import jax
import jax.numpy as jnp
from jax.extend.core import jaxpr_as_fun

_programs = {}


def _formula(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    if reading.size not in _programs:
        some = jnp.zeros(reading.shape, jnp.float32)
        closed = jax.make_jaxpr(_formula)(some, some, jnp.float32(0))
        _programs[reading.size] = jax.jit(jaxpr_as_fun(closed))
    if not isinstance(average, jax.Array):
        average = float(average)
    if not isinstance(rate, jax.Array):
        rate = float(rate)
    (result,) = _programs[reading.size](jnp.broadcast_to(average, reading.shape), reading, rate)
    return result
