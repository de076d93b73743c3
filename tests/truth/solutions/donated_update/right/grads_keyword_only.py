from functools import partial

import jax


@partial(jax.jit, donate_argnums=(0, 1))
def momentum_step(params, velocity, grads, rate, decay=0.9):
    new_v = {}
    new_p = {}
    for key in params:
        new_v[key] = decay * velocity[key] + grads[key]
        new_p[key] = params[key] - rate * new_v[key]
    return new_p, new_v
