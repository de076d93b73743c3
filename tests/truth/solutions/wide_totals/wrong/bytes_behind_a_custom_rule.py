"""Has the four bytes of all counts summed in a function with a rule of its own.

Class: custom_rule
Why: inside of the custom_jvp all bytes are in one array of four times the size of counts; at most four more rows are allowed.
"""
import jax
import jax.numpy as jnp


@jax.custom_jvp
def byte_sums(counts):
    shifts = jnp.array([0, 8, 16, 24], jnp.uint32)[:, None, None]
    return jnp.sum((counts[None] >> shifts) & 0xFF, axis=1, dtype=jnp.uint32)


@byte_sums.defjvp
def no_slope(primals, tangents):
    out = byte_sums(*primals)
    return out, jnp.zeros(out.shape, jax.dtypes.float0)


def add_counts(high, low, counts):
    for place, part in enumerate(byte_sums(counts)):
        shift = 8 * place
        added = low + (part << shift)
        high = high + (added < low)
        if shift:
            high = high + (part >> (32 - shift))
        low = added
    return high, low
