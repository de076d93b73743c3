import jax


def step(params, grads, rate):
    moved = jax.tree.map(lambda p, g: p - rate * g, params, grads)
    return moved, rate
