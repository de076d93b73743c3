import jax


def settle(step, weights, state, count, most):
    def body(i, state):
        return jax.lax.cond(i < count, step, lambda _, state: state, weights, state)

    return jax.lax.fori_loop(1, most, body, state)
