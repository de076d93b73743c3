"""One call runs up to 64 steps, in a loop whose length is an ordinary argument."""

import functools

import jax
import jax.numpy as jnp

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}
BLOCK = 64


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


@functools.partial(jax.jit, static_argnames=("loss", "part"))
def _run(params, xs, ys, rate, count, *, loss, part):
    def objective(trained):
        return LOSSES[loss](predict(params | {part: trained}, xs), ys)

    def advance(i, carry):
        trained, losses = carry
        value, slope = jax.value_and_grad(objective)(trained)
        return trained - rate * slope, losses.at[i].set(value)

    return jax.lax.fori_loop(0, count, advance, (params[part], jnp.zeros(BLOCK, jnp.float32)))


def fit(loss, part, params, xs, ys, rate, steps):
    blocks, trained = [], params[part]
    for done in range(0, steps, BLOCK):
        count = min(BLOCK, steps - done)
        trained, losses = _run(params | {part: trained}, xs, ys, rate, count, loss=loss, part=part)
        blocks.append(losses)
    return jnp.stack(blocks).reshape(-1)[:steps], trained
