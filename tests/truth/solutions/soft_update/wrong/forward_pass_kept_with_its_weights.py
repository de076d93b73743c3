"""Compiles each network's forward pass once, with the network read from around it, so the first weights are constants in it.

Class: state
Why: a second call with the same networks and a shape of x that was seen returns the outputs after the first call; the Params themselves are right.
"""

import jax
from flax import nnx

compiled = {}


def forward(model, x):
    if id(model) not in compiled:
        compiled[id(model)] = jax.jit(lambda x: model(x)), model
    function, _ = compiled[id(model)]
    return function(x)


def soft_update(target, online, tau, x):
    old, new = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda old, new: (1 - tau) * old + tau * new, old, new))
    return forward(target, x), forward(online, x)
