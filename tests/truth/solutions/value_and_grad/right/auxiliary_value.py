"""By `jax.grad` with an auxiliary value."""

import jax


def descend(loss, params, rate):
    def f(p):
        value = loss(p)
        return value, {"value": value}

    grad, aux = jax.grad(f, has_aux=True)(params)
    return aux["value"], params - rate * grad
