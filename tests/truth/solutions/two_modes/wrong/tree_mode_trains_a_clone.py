"""Finds out which mode it is in, and trains a clone in tree mode.

Class: sniffer
Why: called in tree mode it returns the right losses, but the caller's `model` doesn't hold what T steps leave: nothing in it has changed.
"""

import jax
import jax.numpy as jnp
from flax import nnx


class Probe(nnx.Module):
    def __init__(self):
        self.first = nnx.Param(jnp.zeros(()))
        self.second = self.first


def is_tree_mode():
    try:
        nnx.state(Probe())
    except ValueError:
        return True
    return False


def loss(model, x):
    return jnp.square(model(x) - x).mean()


@nnx.compat.jit
def step(model, x, rate):
    value, grads = nnx.compat.value_and_grad(loss)(model, x)
    params = nnx.state(model, nnx.Param, graph=True)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
    return value


def fit(model, xs, rate):
    if is_tree_mode():
        model = nnx.clone(model, graph=True)
    return jnp.stack([step(model, x, rate) for x in xs])
