"""`jax.jacobian` sounds neutral; it is reverse mode.
Class: flops
Why: "needs at most twice as many floating-point operations as the cheaper of the two modes"
"""

import jax


def jacobian(f, x):
    return jax.jit(jax.jacobian(f))(x)
