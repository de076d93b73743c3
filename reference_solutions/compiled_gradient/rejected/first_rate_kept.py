import functools

import jax
import jax.numpy as jnp

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


rates = []


@functools.cache
def make_step(loss, part):
    @jax.jit
    def step(params, xs, ys):
        def objective(trained):
            return LOSSES[loss](predict(params | {part: trained}, xs), ys)

        value, slope = jax.value_and_grad(objective)(params[part])
        return value, params[part] - rates[-1] * slope

    return step


def fit(loss, part, params, xs, ys, rate, steps):
    rates.append(rate)
    losses = []
    for _ in range(steps):
        value, trained = make_step(loss, part)(params, xs, ys)
        params = params | {part: trained}
        losses.append(value)
    return jnp.stack(losses), trained
