"""Python counts to the count.
Class: structure
Why: "Its value is not known while JAX traces".
"""


def settle(step, weights, state, count, most):
    for _ in range(int(count)):
        state = step(weights, state)
    return state
