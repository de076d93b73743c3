import jax


def settle(step, weights, state, count, most):
    first = step(weights, state)
    state = jax.numpy.where(count > 0, first, state)

    def body(i, state):
        return jax.lax.cond(i < count, step, lambda _, state: state, weights, state)

    return jax.lax.fori_loop(1, most, body, state)
