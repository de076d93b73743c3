"""The totals are donated to the compiled function, and are gone after the call.

Class: state
Why: "All arguments are the same after the call as before."
"""

import functools

import jax


@functools.partial(jax.jit, donate_argnums=(0, 1))
def add_counts(high, low, counts):
    def step(total, row):
        high, low = total
        new = low + row
        return (high + (new < row), new), None

    return jax.lax.scan(step, (high, low), counts)[0]
