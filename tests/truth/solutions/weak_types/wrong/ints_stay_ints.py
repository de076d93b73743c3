"""Makes strong arrays without naming a dtype.

Class: retrace
Why: jnp.broadcast_to(jnp.array(0), ...) is an int32 array, so an int for average or rate is another key than a float.
"""

import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def strong(number):
    number = jnp.asarray(number)
    return lax.convert_element_type(number, number.dtype)


def blend(average, reading, rate):
    return _blend(jnp.broadcast_to(strong(average), reading.shape), reading, strong(rate))
