"""The compiled layer reads the range from a module's variable, which is set before each call.

Class: retrace
Why: a second call with the same shape and other `bits` finds the program of the first one, and rounds to the levels of the first one's range.
"""

import jax
import jax.numpy as jnp

stop = jax.lax.stop_gradient
_range = {}


@jax.jit
def _layer(x, scale):
    ratio = jnp.clip(x / scale, _range["low"], _range["high"])
    return scale * ((ratio - stop(ratio)) + stop(jnp.round(ratio)))


def fake_quantise(x, scale, bits):
    _range.update(low=-(2.0 ** (bits - 1)), high=2.0 ** (bits - 1) - 1)
    return _layer(x, scale)
