"""Weights and specs are dictionaries of the same keys, mapped together; shard_map takes the whole tree."""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("m",), axis_types=(AxisType.Auto,), devices=jax.devices())
SPECS = {"x": P(), "w1": P(None, "m"), "b1": P("m"), "w2": P("m", None), "b2": P()}
HOMES = {name: NamedSharding(MESH, spec) for name, spec in SPECS.items()}


def _block(t):
    hidden = jnp.maximum(jnp.dot(t["x"], t["w1"]) + t["b1"], 0)
    terms = jnp.dot(hidden, t["w2"])
    return t["x"] + jax.lax.psum(terms, "m") + t["b2"], hidden


_compiled = jax.jit(jax.shard_map(_block, mesh=MESH, in_specs=(SPECS,), out_specs=(P(), P(None, "m"))))


def mlp_block(x, w1, b1, w2, b2):
    tree = dict(x=x, w1=w1, b1=b1, w2=w2, b2=b2)
    return _compiled({name: jax.device_put(a, HOMES[name]) for name, a in tree.items()})
