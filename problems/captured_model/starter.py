import jax
import jax.numpy as jnp
from flax import nnx


def train(model, xs, ys, rate):
    # Right, but nothing is compiled. With the decorator,
    # it raises a TraceContextError: `step` changes a model
    # that comes from outside of it.
    # @nnx.jit
    def step(x, y):
        graphdef, params, rest = nnx.split(model, nnx.Param, ...)

        def loss(params):
            copy = nnx.merge(graphdef, params, rest, copy=True)
            value = jnp.square(copy(x) - y).mean()
            return value, nnx.state(copy, nnx.Not(nnx.Param))

        slope = jax.value_and_grad(loss, has_aux=True)
        (value, moved), grads = slope(params)
        new = jax.tree.map(lambda p, g: p - rate * g, params, grads)
        nnx.update(model, new, moved)
        return value

    return jnp.stack([step(x, y) for x, y in zip(xs, ys, strict=True)])
