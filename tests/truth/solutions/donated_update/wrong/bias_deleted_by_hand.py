"""Kernels are donated, biases deleted by hand.
Class: structure
Why: "the results lie in their memory"
"""

import jax


def f(pk, vk, pb, vb, grads, rate):
    vk, vb = 0.9 * vk + grads["kernel"], 0.9 * vb + grads["bias"]
    return {"kernel": pk - rate * vk, "bias": pb - rate * vb}, {"kernel": vk, "bias": vb}


g = jax.jit(f, donate_argnums=(0, 1))


def momentum_step(params, velocity, grads, rate):
    out = g(params["kernel"], velocity["kernel"], params["bias"], velocity["bias"], grads, rate)
    params["bias"].delete()
    velocity["bias"].delete()
    return out
