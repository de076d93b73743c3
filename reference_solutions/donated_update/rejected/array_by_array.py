import functools

import jax


@functools.partial(jax.jit, donate_argnums=(0, 1))
def advance(param, speed, grad, rate):
    speed = 0.9 * speed + grad
    return param - rate * speed, speed


def momentum_step(params, velocity, grads, rate):
    pairs = {name: advance(params[name], velocity[name], grads[name], rate) for name in params}
    return {name: pair[0] for name, pair in pairs.items()}, {name: pair[1] for name, pair in pairs.items()}
