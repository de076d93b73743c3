import jax


def step(params, grads, rate):
    return jax.tree.map(lambda p, g: p - rate * g, params, grads)
