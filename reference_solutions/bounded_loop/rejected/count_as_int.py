import jax


def settle(step, weights, state, count, most):
    return jax.lax.fori_loop(0, int(count), lambda _, state: step(weights, state), state)
