"""Wrong: the parameters of the online network are kept by lru_cache, so that a second call after a training step uses the old ones.
Breaks: "the Param at the same place in `online`" (as it is in that call).
Class: state
"""

from functools import lru_cache

from flax import nnx


def params(model):
    return dict(nnx.to_flat_state(nnx.state(model, nnx.Param)))


@lru_cache(maxsize=None)
def params_of_online(model):
    return {path: box[...] for path, box in params(model).items()}


def soft_update(target, online, tau, x):
    new = params_of_online(online)
    for path, box in params(target).items():
        owner = target
        for name in path[:-1]:
            owner = getattr(owner, name)
        param = getattr(owner, path[-1])
        param[...] = (1 - tau) * param[...] + tau * new[path]
    return target(x), online(x)
