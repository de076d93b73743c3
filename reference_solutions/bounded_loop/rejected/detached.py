import jax


def settle(step, weights, state, count, most):
    def body(i, state):
        state = jax.lax.stop_gradient(state)
        return jax.lax.cond(i < count, step, lambda _, state: state, weights, state)

    return jax.lax.fori_loop(0, most, body, state)
