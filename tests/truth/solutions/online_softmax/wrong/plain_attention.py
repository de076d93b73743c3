"""No kernel at all.

Class: other
Why: "**One kernel does all the work.**"
"""

import jax


def attend(queries, keys, values, length):
    d = queries.shape[1]
    keys, values = keys.reshape(-1, d)[:length], values.reshape(-1, d)[:length]
    return jax.nn.softmax(queries @ keys.T, axis=-1) @ values
