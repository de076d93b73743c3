"""Parameters are stored in half precision on the way.
Class: state
Why: "Its parameters stay as they are."
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


@nnx.jit
def shrink(model):
    state = nnx.state(model, nnx.Param)
    nnx.update(model, jax.tree.map(lambda a: a.astype(jnp.bfloat16).astype(jnp.float32), state))


def calibrate(model, batches, x):
    for batch in batches:
        forward(model, batch)
    model.eval()
    out = forward(model, x)
    model.train()
    shrink(model)
    return out
