"""Lowers and compiles the pass once for each call, and calls the executable."""

import jax
import jax.numpy as jnp
from flax import nnx


def _pass(params, randomness, x, graphdef):
    model = nnx.merge(graphdef, params, randomness)
    out = model(x)
    return out, nnx.state(model, nnx.RngState)


def sample_outputs(model, x, samples):
    graphdef, params, randomness = nnx.split(model, nnx.Param, nnx.RngState)
    jitted = jax.jit(_pass, static_argnames="graphdef")
    executable = jitted.lower(params, randomness, x, graphdef=graphdef).compile()
    outputs = []
    for _ in range(samples):
        out, randomness = executable(params, randomness, x)
        outputs.append(out)
    nnx.update(model, randomness)
    return jnp.array(outputs)
