import jax


def settle(step, weights, state, count, most):
    return jax.lax.fori_loop(0, most, lambda _, state: step(weights, state), state)
