"""`jax.jit` of a pure function with a static graphdef. The state is returned, and written back outside."""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnums=0)
def run(graphdef, state, xs, ys, rate):
    def step(state, batch):
        x, y = batch
        params, rest = nnx.split_state(state, nnx.Param, ...)

        def loss(params):
            model = nnx.merge(graphdef, params, rest, copy=True)
            return jnp.mean((model(x) - y) ** 2), nnx.state(model, nnx.Not(nnx.Param))

        (value, rest), grads = jax.value_and_grad(loss, has_aux=True)(params)
        params = jax.tree.map(lambda p, g: p - rate * g, params, grads)
        return nnx.merge_state(params, rest), value

    return jax.lax.scan(step, state, (xs, ys))


def train(model, xs, ys, rate):
    graphdef, state = nnx.split(model)
    state, losses = run(graphdef, state, xs, ys, rate)
    nnx.update(model, state)
    return losses
