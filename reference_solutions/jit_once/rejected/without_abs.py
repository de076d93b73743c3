import jax


@jax.jit
def squash(x, scale):
    return scale * x / (1 + x)
