import jax


@jax.jit
def decay(v, g):
    return 0.9 * v + g


@jax.jit
def move(p, v, rate):
    return p - rate * v


def both(params, velocity, grads, rate):
    velocity = jax.tree.map(decay, velocity, grads)
    return jax.tree.map(lambda p, v: move(p, v, rate), params, velocity), velocity


momentum_step = jax.jit(both, donate_argnums=range(2))
