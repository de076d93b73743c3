import jax
from flax import nnx


@jax.jit
def blend(old, goal, tau):
    return jax.tree.map(lambda t, o: t + tau * (o - t), old, goal)


def soft_update(target, online, tau, x):
    nnx.update(target, blend(nnx.state(target, nnx.Param), nnx.state(online, nnx.Param), tau))
    return target(x), online(x)
