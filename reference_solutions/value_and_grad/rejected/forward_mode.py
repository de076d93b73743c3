import jax


def descend(loss, params, rate):
    def twice(params):
        value = loss(params)
        return value, value

    slope, value = jax.jacfwd(twice, has_aux=True)(params)
    return value, params - rate * slope
