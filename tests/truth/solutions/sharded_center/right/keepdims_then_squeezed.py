"""Keeps the axis of the mean for the subtraction and drops it in the compiled function."""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

devices = jax.devices()
assert len(devices) == 8
mesh = jax.make_mesh((8,), ("x",), devices=devices, axis_types=(AxisType.Auto,))


@jax.jit
def _center(x):
    mean = jnp.mean(x, axis=0, keepdims=True)
    return x - mean, jnp.squeeze(mean, axis=0)


def center(x):
    n, d = x.shape
    assert n % 8 == 0
    assert n >= 8
    x = jax.device_put(x, NamedSharding(mesh, P("x", None)))
    centered, mean = _center(x)
    assert centered.shape == (n, d)
    assert mean.shape == (d,)
    print(centered.sharding, mean.sharding)
    return centered, mean
