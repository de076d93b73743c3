"""One scan for each binary digit 1 of T, as 7 = 4 + 2 + 1: T and 2 T have the same number of scans, but 7 steps need three.
Breaks "Python calls `step` at most twice in a call of yours".
Class: structure
"""
import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    parts, state, begin = [start[None]], start, 0
    total = inputs.shape[0]
    for digit in reversed(range(total.bit_length())):
        size = 1 << digit
        if total & size:

            def body(state, x):
                state = step(state, x)
                return state, state

            state, rows = jax.lax.scan(body, state, inputs[begin : begin + size])
            parts.append(rows)
            begin += size
    return jnp.concatenate(parts)
