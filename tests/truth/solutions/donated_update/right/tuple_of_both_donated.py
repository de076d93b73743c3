import jax


def body(both, grads, rate):
    params, velocity = both
    velocity = jax.tree_util.tree_map(lambda v, g: v * 0.9 + g, velocity, grads)
    params = jax.tree_util.tree_map(lambda p, v: p - rate * v, params, velocity)
    return params, velocity


compiled = jax.jit(body, donate_argnums=0)


def momentum_step(params, velocity, grads, rate):
    return compiled((params, velocity), grads, rate)
