from functools import partial

import jax


@partial(jax.jit, static_argnums=(0, 3, 4))
def settle(step, weights, state, count, most):
    return jax.lax.fori_loop(0, count, lambda _, state: step(weights, state), state)
