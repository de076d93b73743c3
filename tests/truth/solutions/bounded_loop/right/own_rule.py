"""A loop of unknown length forwards, with a rule that goes back over the states that it kept."""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def go_forward(weights, state, count):
        def body(i, carry):
            current, kept = carry
            return step(weights, current), kept.at[i].set(current)

        return jax.lax.fori_loop(0, count, body, (state, jnp.zeros((most, state.size))))

    @jax.custom_vjp
    def run(weights, state, count):
        return go_forward(weights, state, count)[0]

    def forward(weights, state, count):
        last, kept = go_forward(weights, state, count)
        return last, (weights, kept, count)

    def backward(residuals, g):
        weights, kept, count = residuals

        def body(i, carry):
            g_weights, g_state = carry
            _, pull = jax.vjp(step, weights, kept[count - 1 - i])
            more, g_state = pull(g_state)
            return g_weights + more, g_state

        g_weights, g_state = jax.lax.fori_loop(0, count, body, (jnp.zeros_like(weights), g))
        return g_weights, g_state, None

    run.defvjp(forward, backward)
    return run(weights, state, count)
