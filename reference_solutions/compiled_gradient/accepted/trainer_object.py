"""One trainer for each loss and part, made when it is first asked for; `vjp` gives value and gradient."""

import jax
import jax.numpy as jnp

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


class Trainer:
    def __init__(self, loss, part):
        self.loss, self.part = LOSSES[loss], part
        self.step = jax.jit(self.compute)

    def compute(self, state, xs, ys, rate):
        trained, others = state
        value, pull = jax.vjp(lambda trained: self.loss(predict(others | {self.part: trained}, xs), ys), trained)
        (slope,) = pull(jnp.ones_like(value))
        return value, (trained - rate * slope, others)


trainers = {}


def fit(loss, part, params, xs, ys, rate, steps):
    if (loss, part) not in trainers:
        trainers[loss, part] = Trainer(loss, part)
    state = (params[part], params)
    values = []
    while len(values) < steps:
        value, state = trainers[loss, part].step(state, xs, ys, rate)
        values.append(value)
    return jnp.stack(values), state[0]
