import jax.numpy as jnp


def evaluate(model, batches):
    return jnp.stack([model(batch).mean() for batch in batches])
