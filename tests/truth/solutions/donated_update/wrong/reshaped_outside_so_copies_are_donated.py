"""Kernels are flattened before the call and shaped again after it. What is donated are the flattened copies of the kernels.
It breaks "after the call the arrays that were given are deleted, and the results lie in their memory".
Class: memory
"""

import functools

import jax


@functools.partial(jax.jit, donate_argnums=(0, 1))
def step(params, velocity, grads, rate):
    velocity = [0.9 * v + g for v, g in zip(velocity, grads, strict=True)]
    params = [p - rate * v for p, v in zip(params, velocity, strict=True)]
    return params, velocity


def flatten(arrays):
    return [arrays["kernel"].reshape(-1), arrays["bias"]]


def momentum_step(params, velocity, grads, rate):
    shape = params["kernel"].shape
    new = step(flatten(params), flatten(velocity), flatten(grads), rate)
    return tuple({"kernel": kernel.reshape(shape), "bias": bias} for kernel, bias in new)
