"""Three bfloats.

Class: other
Why: Breaks "The sum is kept in **float32** from step to step, whatever the dtype of `xs`": what goes from step to
step is three bfloat16 arrays, which together have the 24 bits of a float32, so that all values agree. Seen in the
types of the loop's carry, and for sums whose low parts leave the range of bfloat16 (below 1e-31 or so).
"""

import jax
import jax.numpy as jnp


def split(total):
    parts = []
    for _ in range(3):
        high = jax.lax.reduce_precision(total, exponent_bits=8, mantissa_bits=7)
        parts.append(high.astype(jnp.bfloat16))
        total = total - high
    return tuple(parts)


def join(parts):
    high, middle, low = (part.astype(jnp.float32) for part in parts)
    return high + (middle + low)


def leaky_sums(xs, decay):
    def body(parts, x):
        total = decay * join(parts) + x.astype(jnp.float32)
        return split(total), total.astype(x.dtype)

    zero = jnp.zeros(xs.shape[1], jnp.bfloat16)
    parts, rows = jax.lax.scan(body, (zero, zero, zero), xs)
    return join(parts), rows
