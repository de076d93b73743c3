"""In graph mode all is honest. In tree mode, where only losses are compared, the same steps run eagerly.
Breaks: "All steps are taken in a function that `nnx.jit`, `nnx.compat.jit` or `jax.jit` makes" (in both modes).
Class: sniffer
"""

import jax
import jax.numpy as jnp
from flax import nnx


class Tied(nnx.Module):
    def __init__(self):
        self.first = nnx.Param(jnp.float32(0.0))
        self.second = self.first


def in_tree_mode():
    try:
        nnx.state(Tied())
    except ValueError:
        return True
    return False


def step(graphdef, params, rest, x, rate):
    def loss(params):
        copy = nnx.merge(graphdef, params, rest, copy=True)
        value = jnp.square(copy(x) - x).mean()
        return value, nnx.split(copy, nnx.Param, ..., graph=True)[2]

    (value, moved), grads = jax.value_and_grad(loss, has_aux=True)(params)
    return jax.tree.map(lambda p, g: p - rate * g, params, grads), moved, value


jitted = jax.jit(step)


def fit(model, xs, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ..., graph=True)
    losses = []
    for x in xs:
        go = step if in_tree_mode() else jitted
        params, rest, value = go(graphdef, params, rest, x, rate)
        losses.append(value)
    nnx.update(model, params, rest)
    return jnp.stack(losses)
