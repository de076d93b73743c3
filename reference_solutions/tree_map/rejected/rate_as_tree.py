import jax


def step(params, grads, rate):
    return jax.tree.map(lambda p, g, r: p - r * g, params, grads, rate)
