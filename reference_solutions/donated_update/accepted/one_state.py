import functools

import jax


@functools.partial(jax.jit, donate_argnums=0)
def advance(state, grads, rate):
    def move(pair, grad):
        param, speed = pair
        speed = 0.9 * speed + grad
        return param - rate * speed, speed

    return {name: move(pair, grads[name]) for name, pair in state.items()}


def momentum_step(params, velocity, grads, rate):
    state = advance({name: (params[name], velocity[name]) for name in params}, grads, rate)
    return {name: pair[0] for name, pair in state.items()}, {name: pair[1] for name, pair in state.items()}
