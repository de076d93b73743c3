"""A jitted function of two states, with tau as an ordinary argument, and nnx.update on the target."""

import jax
from flax import nnx


@jax.jit
def blend(tau, states):
    weights = 1 - tau, tau
    return jax.tree.map(lambda *pair: sum(w * p for w, p in zip(weights, pair)), *states)


def soft_update(target, online, tau, x):
    match [nnx.state(net, nnx.Param) for net in (target, online)]:
        case [_, _] as states:
            nnx.update(target, blend(tau, states))
    return target(x), online(x)
