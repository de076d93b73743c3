"""Walks both flat states in pairs, and assigns to each variable of the target."""

from flax import nnx


def params_of(model):
    return {path: variable for path, variable in nnx.to_flat_state(nnx.state(model, nnx.Param))}


def soft_update(target, online, tau, x):
    sources = params_of(online)
    for path, param in params_of(target).items():
        param[...] = (1 - tau) * param[...] + tau * sources[path][...]
    return target(x), online(x)
