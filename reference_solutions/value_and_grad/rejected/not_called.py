import jax


def descend(loss, params, rate):
    value, slope = jax.value_and_grad(loss, params)
    return value, params - rate * slope
