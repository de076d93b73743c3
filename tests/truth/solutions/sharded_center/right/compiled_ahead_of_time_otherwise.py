"""Lowers and compiles a jitted shard_map once for each shape, and keeps the compiled programs."""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P


class Centerer:
    def __init__(self, devices):
        self.mesh = jax.make_mesh((len(devices),), ("d",), axis_types=(AxisType.Auto,), devices=devices)
        self.by_rows = NamedSharding(self.mesh, P("d", None))
        self.compiled = functools.cache(self.compile)

    @staticmethod
    def body(rows):
        share = jnp.ones((rows.shape[0],), rows.dtype) @ rows
        mean = jax.lax.psum(share, "d") / (rows.shape[0] * 8)
        return jax.lax.sub(rows, jnp.broadcast_to(mean, rows.shape)), mean

    def compile(self, shape):
        mapped = jax.shard_map(
            self.body, mesh=self.mesh, in_specs=(P("d", None),), out_specs=(P("d", None), P()), check_vma=False
        )
        argument = jax.ShapeDtypeStruct(shape, jnp.float32, sharding=self.by_rows)
        return jax.jit(mapped).lower(argument).compile()

    def __call__(self, x):
        return self.compiled(x.shape)(jax.device_put(x, self.by_rows))


@functools.cache
def centerer():
    return Centerer(jax.devices())


def center(x):
    centered, mean = centerer()(x)
    return centered, mean
