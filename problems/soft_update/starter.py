import jax
from flax import nnx


def soft_update(target, online, tau, x):
    # One of six Params, and after this line it is an array and no Param any more.
    target.hidden.kernel = (1 - tau) * target.hidden.kernel[...] + tau * online.hidden.kernel[...]
    return target(x), online(x)
