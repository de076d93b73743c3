import jax
from flax import nnx


def soft_update(target, online, tau, x):
    old = nnx.state(target, nnx.Param)
    goal = nnx.state(online, nnx.Param)
    new = jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, old, goal)
    nnx.update(target, new)  # into the variables that the model already has
    return target(x), online(x)
