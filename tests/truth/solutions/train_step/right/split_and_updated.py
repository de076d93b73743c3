"""Runs the step on split states, with the graph as a static argument, and updates the caller's objects."""

import functools

import jax.numpy as jnp
import optax
from flax import nnx


@functools.partial(nnx.jit, static_argnums=0)
def train_step(graph, state, x, y):
    model, optimizer = nnx.merge(graph, state)
    loss, grads = nnx.value_and_grad(lambda m: ((m(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss, nnx.state((model, optimizer))


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    graph, state = nnx.split((model, optimizer))
    losses = []
    for _ in range(steps):
        loss, state = train_step(graph, state, x, y)
        losses.append(loss)
    nnx.update((model, optimizer), state)
    return jnp.stack(losses)
