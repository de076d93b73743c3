import jax
import jax.numpy as jnp

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


programs = {}


def fit(loss, part, params, xs, ys, rate, steps):
    def update(params, xs, ys, rate):
        value, slopes = jax.value_and_grad(lambda params: LOSSES[loss](predict(params, xs), ys))(params)
        return value, params | {part: params[part] - rate * slopes[part]}

    step = programs.setdefault(loss, jax.jit(update))
    losses = []
    for _ in range(steps):
        value, params = step(params, xs, ys, rate)
        losses.append(value)
    return jnp.stack(losses), params[part]
