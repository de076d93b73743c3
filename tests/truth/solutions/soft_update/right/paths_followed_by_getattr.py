from functools import reduce

from flax import nnx


def follow(module, path):
    return reduce(getattr, path, module)


def soft_update(target, online, tau, x):
    paths = [path for path, _ in nnx.to_flat_state(nnx.state(target, nnx.Param))]
    for path in paths:
        box, other = follow(target, path), follow(online, path)
        box[...] = (1 - tau) * box[...] + tau * other[...]
    return target(x), online(x)
