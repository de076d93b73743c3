"""Checks shapes, prints while tracing, and converts the losses at the end."""

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    print("tracing train_step for", x.shape, y.shape)

    def loss_fn(model):
        predictions = model(x)
        assert predictions.shape == y.shape, (predictions.shape, y.shape)
        squared_errors = (predictions - y) ** 2
        return squared_errors.mean()

    value_and_gradient = nnx.value_and_grad(loss_fn)
    loss, gradient = value_and_gradient(model)
    optimizer.update(model, gradient)
    return loss


def train(model, x, y, steps):
    assert steps >= 1
    x = jnp.asarray(x)
    y = jnp.asarray(y)
    rule = optax.sgd(learning_rate=0.05, momentum=0.9)
    optimizer = nnx.Optimizer(model, rule, wrt=nnx.Param)
    losses = []
    for step in range(steps):
        loss = train_step(model, optimizer, x, y)
        losses.append(float(loss))
    result = jnp.array(losses, dtype=jnp.float32)
    assert result.shape == (steps,)
    return result
