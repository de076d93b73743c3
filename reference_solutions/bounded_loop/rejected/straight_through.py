import jax


def settle(step, weights, state, count, most):
    @jax.custom_vjp
    def run(weights, state):
        return jax.lax.fori_loop(0, count, lambda _, state: step(weights, state), state)

    def forward(weights, state):
        return run(weights, state), None

    def backward(_, g):
        return g, g

    run.defvjp(forward, backward)
    return run(weights, state)
