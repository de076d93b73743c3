import jax
from flax import nnx


def move(target, online, tau):
    old, goal = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, old, goal))


def soft_update(target, online, tau, x):
    move(target, online, tau)
    outputs = target(x), online(x)
    move(target, online, tau / 2)
    return outputs
