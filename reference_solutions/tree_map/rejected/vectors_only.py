import jax


def step(params, grads, rate):
    return jax.tree.map(lambda p, g: p - rate * g if p.ndim else p, params, grads)
