import jax
import jax.numpy as jnp


@jax.jit
def touch(x):
    return x + 0


def sample_outputs(model, x, samples):
    touch(x)
    return jnp.stack([model(x) for _ in range(samples)])
