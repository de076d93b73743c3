import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    before = jax.tree.map(jnp.array, nnx.state(model, nnx.BatchStat))
    for batch in batches:
        forward(model, batch)
    model.eval()
    outputs = forward(model, x)
    model.train()
    nnx.update(model, before)
    return outputs
