import jax


def settle(step, weights, state, count, most):
    for i in range(most):
        state = jax.lax.cond(i < count, lambda s: step(weights, s), lambda s: s, state)
    return state
