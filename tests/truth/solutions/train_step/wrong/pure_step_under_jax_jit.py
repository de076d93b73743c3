"""The numbers are right, but the step is a pure function under jax.jit, and not one made by nnx.jit.
Class: structure
Why: "A function named `train_step` is made by `nnx.jit`".
"""

from functools import partial

import jax
import jax.numpy as jnp
import optax
from flax import nnx


@partial(jax.jit, static_argnums=0)
def train_step(graphdef, state, x, y):
    model, optimizer = nnx.merge(graphdef, state)
    loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss, nnx.state((model, optimizer))


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    graphdef, state = nnx.split((model, optimizer))
    losses = []
    for _ in range(steps):
        loss, state = train_step(graphdef, state, x, y)
        losses.append(loss)
    nnx.update((model, optimizer), state)
    return jnp.stack(losses)
