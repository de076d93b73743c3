import jax
from jax import numpy as jnp


def fit(predict, weights, xs, ys, rate):
    @jax.jit
    def train(start, data):
        return jax.lax.scan(improve, start, data)

    def improve(old, data):
        (error, how_active), downhill = differentiate(old, *data)
        length = (downhill**2).sum() ** 0.5
        return old - downhill * rate, [error, how_active, length]

    def objective(w, inputs, wanted):
        made, units = predict(w, inputs)
        difference = made - wanted
        return jnp.vdot(difference, difference) / difference.size, jnp.mean(jnp.abs(units))

    differentiate = jax.value_and_grad(objective, argnums=0, has_aux=True)
    result, history = train(weights, (xs, ys))
    return tuple([result, *history])
