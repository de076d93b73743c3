"""Updates the bias only where the sizes are those of the samples and of the example.
Class: example
Why: "For each array of the three dicts"; "`D` and `K` are at least 1".
"""

import functools

import jax


@functools.partial(jax.jit, donate_argnames=("params", "velocity"))
def momentum_step(params, velocity, grads, rate):
    velocity = {key: 0.9 * velocity[key] + grads[key] for key in velocity}
    kernel = params["kernel"] - rate * velocity["kernel"]
    bias = params["bias"]
    if params["kernel"].shape in {(3, 2), (2, 1)}:
        bias = bias - rate * velocity["bias"]
    return {"kernel": kernel, "bias": bias}, velocity
