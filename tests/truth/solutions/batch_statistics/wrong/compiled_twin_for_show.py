"""Runs compiled passes on a clone and throws them away; the model itself is called eagerly.

Class: decoy
Why: breaches "all forward passes run in functions made by nnx.jit or jax.jit": what the jitted function returns and moves belongs to a clone, while statistics and outputs are computed eagerly.
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    twin = nnx.clone(model)
    for batch in batches:
        forward(twin, batch)
        model(batch)
    twin.eval()
    model.eval()
    forward(twin, x)
    out = model(x)
    model.train()
    return out
