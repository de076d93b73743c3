"""The Jacobian of all K slopes, in reverse mode: right numbers, but K rows of an identity are multiplied by all directions.

Class: flops
Why: breaches "at most three times as many floating-point operations as K products": for 64 directions and a cheap f the product of a K x K identity with vs alone needs 2 * K * K * N operations.
"""

import jax


def curvature(f, x, vs):
    def slopes(x):
        return vs @ jax.grad(f)(x)

    return jax.jacrev(slopes)(x)
