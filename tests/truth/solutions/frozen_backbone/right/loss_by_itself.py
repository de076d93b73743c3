"""The loss and the gradient by two functions."""

import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)


def mse(model, x, y):
    error = model(x) - y
    return jnp.mean(error * error)


@nnx.jit
def step(state, x, y):
    model, optimizer = state
    loss = mse(model, x, y)
    optimizer.update(model, nnx.grad(mse, argnums=nnx.DiffState(0, optimizer.wrt))(model, x, y))
    return loss


def tune(model, part, x, y, steps):
    optimizer = nnx.Optimizer(model, RULE, wrt=nnx.All(lambda path, _: path[0] == part, nnx.Param))
    return jnp.hstack([step((model, optimizer), x, y) for _ in range(steps)])
