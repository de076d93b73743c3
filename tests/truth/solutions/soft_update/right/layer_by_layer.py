"""Updates the Params of one submodule after the other."""

import functools

import jax
from flax import nnx


def soft_update_layer(target_layer, online_layer, tau):
    mix = functools.partial(blend, tau=tau)
    state = jax.tree.map(mix, nnx.state(target_layer, nnx.Param), nnx.state(online_layer, nnx.Param))
    nnx.update(target_layer, state)


def blend(old, new, tau):
    return (1 - tau) * old + tau * new


def soft_update(target, online, tau, x):
    for name in ("hidden", "norm", "out"):
        soft_update_layer(getattr(target, name), getattr(online, name), tau)
    return target(x), online(x)
