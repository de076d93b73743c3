import jax


def momentum_step(params, velocity, grads, rate):
    moved, faster = {}, {}
    for name in params:
        faster[name] = 0.9 * velocity[name] + grads[name]
        moved[name] = params[name] - rate * faster[name]
    return moved, faster


momentum_step = jax.jit(momentum_step, donate_argnums=(0, 1))
