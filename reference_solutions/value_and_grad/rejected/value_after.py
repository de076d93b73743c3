import jax


def descend(loss, params, rate):
    slope = jax.grad(loss)(params)
    new = params - rate * slope
    return loss(new), new
