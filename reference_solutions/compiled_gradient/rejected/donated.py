from functools import partial

import jax
import jax.numpy as jnp

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


@partial(jax.jit, static_argnums=(0, 1), donate_argnums=2)
def step(loss, part, trained, fixed, xs, ys, rate):
    def objective(trained):
        return LOSSES[loss](predict(fixed | {part: trained}, xs), ys)

    value, slope = jax.value_and_grad(objective)(trained)
    return value, trained - rate * slope


def fit(loss, part, params, xs, ys, rate, steps):
    fixed = {name: array for name, array in params.items() if name != part}
    trained, losses = params[part], []
    for _ in range(steps):
        value, trained = step(loss, part, trained, fixed, xs, ys, rate)
        losses.append(value)
    return jnp.stack(losses), trained
