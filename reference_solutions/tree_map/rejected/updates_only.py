import jax


def step(params, grads, rate):
    return jax.tree.map(lambda p, g: -rate * g, params, grads)
