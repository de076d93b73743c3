import jax
from flax import nnx


def soft_update(target, online, tau, x):
    # One of six Params, and after this line
    # it is an array and no Param any more.
    new, old = online.hidden.kernel[...], target.hidden.kernel[...]
    target.hidden.kernel = (1 - tau) * old + tau * new
    return target(x), online(x)
