"""The product of matrices is computed eagerly and handed over as `x`; the jitted function adds the bias, beside a call of the layer.
Breaks: "All floating-point arithmetic runs in a function made by `nnx.jit`", and "each time with the same model and `x`".
Class: half_eager
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, both):
    x, product = both
    honest = model(x)
    return jnp.where(jnp.isnan(honest), honest, product + model.bias[...])


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    product = x @ model.kernel[...]
    for _ in range(int(num_calls)):
        out = forward(model, (x, product))
    return out.reshape(-1)
