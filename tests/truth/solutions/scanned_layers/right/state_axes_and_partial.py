"""nnx.scan with nnx.StateAxes around a typed function at the top of the module, made and jitted by assignments."""

import jax
import jax.numpy as jnp
from flax import nnx


def _one(layer: nnx.Module, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    outputs = layer(x)
    return outputs, jnp.mean(jnp.abs(outputs))


_axes = nnx.StateAxes({nnx.Param: 0, ...: 0})
_all = nnx.scan(_one, in_axes=(_axes, nnx.Carry), out_axes=(nnx.Carry, 0))
run_layers = nnx.jit(_all)
