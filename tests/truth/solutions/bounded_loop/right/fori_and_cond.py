import jax


def settle(step, weights, state, count, most):
    def body(i, s):
        return jax.lax.cond(i < count, lambda: step(weights, s), lambda: s)

    return jax.lax.fori_loop(0, most, body, state)
