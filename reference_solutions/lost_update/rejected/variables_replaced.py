import jax
import jax.numpy as jnp


@jax.jit
def forward(model, batch):
    outputs = model(batch)
    return outputs, model


def follow(model, batches):
    results = []
    for batch in batches:
        outputs, moved = forward(model, batch)
        model.centre, model.level = moved.centre, moved.level
        results.append(outputs)
    return jnp.stack(results)
