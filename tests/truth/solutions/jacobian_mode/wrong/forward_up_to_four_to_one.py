"""Prefer forward mode as long as there are at most four times as many inputs as outputs.

Class: flops
Why: for N = 4 * M, such as 128 inputs and 32 outputs, it goes forward and needs nearly four times the operations of the reverse mode; at most twice is allowed.
"""

import jax


def jacobian(f, x):
    outputs = jax.eval_shape(f, x).shape[0]
    # Forward mode keeps nothing and has the smaller overhead for each pass.
    if x.shape[0] <= 4 * outputs:
        return jax.jacfwd(f)(x)
    return jax.jacrev(f)(x)
