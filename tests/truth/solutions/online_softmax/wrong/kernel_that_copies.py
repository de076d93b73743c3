"""A kernel copies what was computed before.

Class: decoy
Why: "**One kernel does all the work.**"
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def attend(queries, keys, values, length):
    d = queries.shape[1]
    keys, values = keys.reshape(-1, d)[:length], values.reshape(-1, d)[:length]
    out = jax.nn.softmax(queries @ keys.T, axis=1) @ values

    def copy(x, y):
        y[...] = x[...]

    return pl.pallas_call(copy, out, interpret=True)(out)
