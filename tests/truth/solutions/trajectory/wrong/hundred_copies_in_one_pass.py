"""Unrolls a hundred steps, whatever `T` is, by a jitted step that Python calls once, in a scan of a single pass.

Class: tame
Why: For `T` over 100 all rows after number 100 repeat that row, and the loop over the inputs is Python's, as the scan makes one pass only.
"""
import jax
import jax.numpy as jnp

COPIES = 100


def trajectory(step, start, inputs):
    count = inputs.shape[0]
    compiled = jax.jit(step)
    padded = inputs[jnp.minimum(jnp.arange(COPIES), count - 1)]

    def single_pass(carry, _):
        states = [start]
        for t in range(COPIES):
            states.append(compiled(states[-1], padded[t]))
        return carry, jnp.stack(states)

    rows = jax.lax.scan(single_pass, None, None, length=1)[1][0]
    return rows[jnp.minimum(jnp.arange(count + 1), COPIES)]
