"""JAX's own attention.

Class: other
Why: "**One kernel does all the work.**"
"""

import jax


def attend(queries, keys, values, length):
    d = queries.shape[1]
    keys, values = (one.reshape(-1, d)[:length][None, :, None] for one in (keys, values))
    return jax.nn.dot_product_attention(queries[None, :, None], keys, values, scale=1.0)[0, :, 0]
