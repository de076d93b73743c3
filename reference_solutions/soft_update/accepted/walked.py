import functools

from flax import nnx


@nnx.jit
def move(target, online, tau):
    goals = dict(nnx.to_flat_state(nnx.state(online, nnx.Param)))
    for path, param in nnx.to_flat_state(nnx.state(target, nnx.Param)):
        owner = functools.reduce(getattr, path[:-1], target)
        getattr(owner, path[-1])[...] = (1 - tau) * param[...] + tau * goals[path][...]


def soft_update(target, online, tau, x):
    move(target, online, tau)
    return target(x), online(x)
