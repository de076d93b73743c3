"""Four bits, whatever is asked for.
Class: example
Why: "`bits` is a Python `int` from 2 to 8".
"""

import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    v = jnp.clip(x / scale, -8, 7)
    return scale * (v + jax.lax.stop_gradient(jnp.round(v) - v))
