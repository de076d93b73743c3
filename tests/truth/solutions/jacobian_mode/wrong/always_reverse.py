"""Always uses reverse mode.
Class: flops
Why: "your function needs at most twice as many floating-point operations as the cheaper of the two modes".
"""

import jax


def jacobian(f, x):
    return jax.jacrev(f)(x)
