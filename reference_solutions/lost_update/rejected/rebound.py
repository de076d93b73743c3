import jax
import jax.numpy as jnp


@jax.jit
def forward(model, batch):
    outputs = model(batch)
    return outputs, model


def follow(model, batches):
    results = []
    for batch in batches:
        outputs, model = forward(model, batch)
        results.append(outputs)
    return jnp.stack(results)
