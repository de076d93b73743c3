import jax


@jax.jit
def center(x):
    mean = x.mean(axis=0)
    return x - mean, mean
