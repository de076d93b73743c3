"""Gradient descent: the gradient is the way from online to target, and tau is the learning rate."""

import operator

import jax
import optax
from flax import nnx


def soft_update(target, online, tau, x):
    mine, theirs = (nnx.state(net, nnx.Param) for net in (target, online))
    away = jax.tree.map(operator.sub, mine, theirs)
    descent = nnx.Optimizer(target, optax.sgd(learning_rate=tau), wrt=nnx.Param)
    descent.update(target, away)  # p - tau * (p - q)
    return target(x), online(x)
