import jax
from flax import nnx


def soft_update(target, online, tau, x):
    theirs = nnx.state(online, nnx.Param)
    mine = nnx.state(target, nnx.Param)
    nnx.update(target, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, mine, theirs))
    return target(x), online(x)
