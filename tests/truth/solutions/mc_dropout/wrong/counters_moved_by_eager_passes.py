"""The jitted passes run on a clone. Then the model itself runs eagerly as often, only to move its counters.
Breaks: "All floating-point arithmetic runs in a function made by `nnx.jit` or `jax.jit`".
Class: half_eager
"""
import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def forward(graphdef, state, x):
    model = nnx.merge(graphdef, state)
    return model(x), nnx.state(model)


def sample_outputs(model, x, samples):
    graphdef, state = nnx.split(nnx.clone(model))
    outputs = []
    for _ in range(samples):
        out, state = forward(graphdef, state, x)
        outputs.append(out)
    for _ in range(samples):
        model(x)
    return jnp.stack(outputs)
