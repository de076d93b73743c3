import jax


def step(params, grads, rate):
    pairs = zip(jax.tree.leaves(params), jax.tree.leaves(grads))
    return [p - rate * g for p, g in pairs]
