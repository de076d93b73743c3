"""Lets optax mix the states of both networks' Params, and puts them back into the target's boxes."""

import functools

import optax
from flax import nnx

params_of = functools.partial(lambda kind, model: nnx.state(model, kind), nnx.Param)


def soft_update(target, online, tau, x):
    nnx.update(target, optax.incremental_update(params_of(online), params_of(target), step_size=tau))
    return target(x), online(x)
