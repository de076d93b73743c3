"""A loop of unknown length forwards, and a rule of its own backwards, which takes differences of the whole loop.
Breaks: "The derivative with respect to `weights` and `state` is asked for in reverse mode" and "is that of `count` steps".
Class: custom_rule
"""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def loop(weights, state, count):
        return jax.lax.fori_loop(0, count, lambda _, s: step(weights, s), state)

    @jax.custom_vjp
    def rule(weights, state, count):
        return loop(weights, state, count)

    def forward(weights, state, count):
        return loop(weights, state, count), (weights, state, count)

    def backward(kept, g):
        weights, state, count = kept
        both = jnp.concatenate([weights, state])
        eye = 1e-3 * jnp.eye(both.size, dtype=both.dtype)
        points = jnp.concatenate([both + eye, both - eye])
        size = weights.size
        values = jax.vmap(lambda p: loop(p[:size], p[size:], count) @ g)(points)
        slopes = (values[: both.size] - values[both.size :]) / 2e-3
        return slopes[:size], slopes[size:], None

    rule.defvjp(forward, backward)
    return rule(weights, state, count)
