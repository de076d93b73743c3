"""Takes over all attributes of the copy that the jitted function returns.

Class: state
Why: It breaches "new values in the same variables": model.total is another variable after the call, and whoever holds the old one sees the old value.
"""

import jax
import jax.numpy as jnp


@jax.jit
def forward(model, batch):
    outputs = model(batch)
    return model, outputs


def follow(model, batches):
    copy, outputs = model, []
    for batch in batches:
        copy, out = forward(copy, batch)
        outputs.append(out)
    for name, value in vars(copy).items():
        if not name.startswith("_"):
            setattr(model, name, value)
    return jnp.stack(outputs)
