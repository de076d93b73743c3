"""X64 for each row.

Class: other
Why: Breaks "`jax_enable_x64` is off ... `counts` is large, so it must not be converted to 64 bits": a `with` switches
the flag on, and a scan converts each row to uint64 and adds it, so that no array is larger than allowed. One sees it
in the jaxpr of any call: uint64. The numbers are right.
"""

import jax
import jax.numpy as jnp


def add_counts(high, low, counts):
    with jax.enable_x64(True):
        total = (high.astype(jnp.uint64) << jnp.uint64(32)) | low.astype(jnp.uint64)
        total, _ = jax.lax.scan(lambda total, row: (total + row.astype(jnp.uint64), None), total, counts)
        return (total >> jnp.uint64(32)).astype(jnp.uint32), total.astype(jnp.uint32)
