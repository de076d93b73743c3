import jax
import jax.numpy as jnp


@jax.jit
def forward(model, batch):
    return model(batch)


def follow(model, batches):
    results = []
    for batch in batches:
        results.append(forward(model, batch))
        model(batch)
    return jnp.stack(results)
