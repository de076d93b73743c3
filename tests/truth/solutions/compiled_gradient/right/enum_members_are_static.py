"""Enum members stand for loss and part and are the static arguments; a generator makes the steps."""
import enum
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


class Loss(enum.Enum):
    SQUARED = "squared"
    SMOOTH = "smooth"
    LOGISTIC = "logistic"

    def __call__(self, predicted, ys):
        return LOSSES[self.value](predicted, ys)


class Part(enum.Enum):
    INNER = "inner"
    OUTER = "outer"


@functools.partial(jax.jit, static_argnames=("loss", "part"))
def step(trained, frozen, xs, ys, rate, *, loss, part):
    def objective(trained):
        match part:
            case Part.INNER:
                params = {"inner": trained, "outer": frozen}
            case Part.OUTER:
                params = {"inner": frozen, "outer": trained}
        return loss(predict(params, xs), ys)

    value, slope = jax.value_and_grad(objective)(trained)
    return value, trained - rate * slope


def iterate(steps, advance, trained):
    for _ in range(steps):
        value, trained = advance(trained)
        yield value, trained


def fit(loss, part, params, xs, ys, rate, steps):
    loss, part = Loss(loss), Part(part)
    frozen = params["outer" if part is Part.INNER else "inner"]

    def advance(trained):
        return step(trained, frozen, xs, ys, rate, loss=loss, part=part)

    values, weights = zip(*iterate(steps, advance, params[part.value]))
    return jnp.stack(values), weights[-1]
