"""A loop of unknown length forwards; backwards, the implicit function theorem, as systems settle in the end.

Class: custom_rule
Why: the derivative is that of a fixed point and not of `count` steps: with respect to the state it is 0, and with count 0 or before the system has settled all of it is wrong.
"""
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 4))
def settle(step, weights, state, count, most):
    return jax.lax.fori_loop(0, count, lambda _, s: step(weights, s), state)


def forward(step, weights, state, count, most):
    out = jax.lax.fori_loop(0, count, lambda _, s: step(weights, s), state)
    return out, (weights, out)


def backward(step, most, residuals, slope):
    weights, fixed = residuals

    def body(_, carry):
        total, _ = carry
        of_weights, of_state = jax.vjp(step, weights, fixed)[1](total)
        return slope + of_state, of_weights

    _, of_weights = jax.lax.fori_loop(0, most, body, (slope, jnp.zeros_like(weights)))
    return of_weights, jnp.zeros_like(fixed), None


settle.defvjp(forward, backward)
