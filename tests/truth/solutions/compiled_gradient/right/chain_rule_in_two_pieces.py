"""The slope of the loss at the predictions goes through the pullback of the network; programs live on a class."""
import jax
import jax.numpy as jnp

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


class Program:
    made = {}

    def __new__(cls, loss, part):
        if (loss, part) in cls.made:
            return cls.made[loss, part]
        self = super().__new__(cls)
        self.loss, self.part = LOSSES[loss], part
        self.step = jax.jit(self.compute)
        cls.made[loss, part] = self
        return self

    def compute(self, trained, params, xs, ys, rate):
        network = lambda trained: predict({**params, self.part: trained}, xs)
        predicted, pull = jax.vjp(network, trained)
        value, outer_slope = jax.value_and_grad(self.loss)(predicted, ys)
        (slope,) = pull(outer_slope)
        return value, trained - rate * slope


def fit(loss, part, params, xs, ys, rate, steps):
    assert steps >= 1
    program = Program(loss, part)
    trained = params[part]
    losses = []
    while len(losses) < steps:
        value, trained = program.step(trained, params, xs, ys, rate)
        losses.append(value)
    return jnp.stack(losses), trained
