"""Right, without any jit.

Class: half_eager
Why: "All arithmetic runs in functions made by jax.jit"
"""

import jax
import jax.numpy as jnp

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


def fit(loss, part, params, xs, ys, rate, steps):
    losses = []
    for _ in range(steps):
        value, slopes = jax.value_and_grad(lambda params: LOSSES[loss](predict(params, xs), ys))(params)
        params = params | {part: params[part] - rate * slopes[part]}
        losses.append(value)
    return jnp.stack(losses), params[part]
