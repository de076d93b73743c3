import jax


def trajectory(step, start, inputs):
    def body(state, x):
        state = step(state, x)
        return state, state

    return jax.lax.scan(body, start, inputs)[1]
