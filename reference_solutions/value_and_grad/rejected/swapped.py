import jax


def descend(loss, params, rate):
    slope, value = jax.value_and_grad(loss)(params)
    return value, params - rate * slope
