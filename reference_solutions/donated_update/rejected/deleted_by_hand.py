import jax


@jax.jit
def advance(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity


def momentum_step(params, velocity, grads, rate):
    result = jax.block_until_ready(advance(params, velocity, grads, rate))
    for array in jax.tree.leaves((params, velocity)):
        array.delete()
    return result
