"""For each binary digit of the count, a scan of 1, 2, 4 ... steps that runs if the digit is 1.

Class: growth
Why: "as many operations for 2 * most as for most": each doubling of most adds another scan to the program. Values and derivatives are right.
"""
import jax


def settle(step, weights, state, count, most):
    step = jax.jit(step)  # traced once, for all of the loops

    def run(length):
        def several(s):
            return jax.lax.scan(lambda s, _: (step(weights, s), None), s, length=length)[0]

        return several

    for digit in range(most.bit_length()):
        taken = (count >> digit) & 1
        state = jax.lax.cond(taken == 1, run(1 << digit), lambda s: s, state)
    return state
