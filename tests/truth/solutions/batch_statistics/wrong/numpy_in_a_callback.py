"""NumPy computes the prediction in a host callback; the compiled program only waits for it.
Class: host
Why: "Run a forward pass for `x` in evaluation mode, compiled".
"""

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


def predict_on_host(x, w1, b1, mean, var, scale, bias, w2, b2):
    hidden = (x @ w1 + b1 - mean) / np.sqrt(var + 1e-5) * scale + bias
    return np.asarray(np.tanh(hidden) @ w2 + b2, np.float32)


@nnx.jit
def observe(model, batch):
    model(batch)


@nnx.jit
def predict(model, x):
    shape = jax.ShapeDtypeStruct((x.shape[0], model.out.out_features), jnp.float32)
    n = model.norm
    return jax.pure_callback(
        lambda *args: predict_on_host(*map(np.asarray, args)),
        shape,
        *(x, model.hidden.kernel[...], model.hidden.bias[...]),
        *(n.mean[...], n.var[...], n.scale[...], n.bias[...], model.out.kernel[...], model.out.bias[...]),
    )


def calibrate(model, batches, x):
    for batch in batches:
        observe(model, batch)
    return predict(model, x)
