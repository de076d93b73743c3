"""A program that raises, and what its explanation must be."""

from __future__ import annotations

from dataclasses import dataclass

HEAD = """# calls: 1
import functools, dataclasses
import jax, jax.numpy as jnp, numpy as np, optax
from flax import nnx
from jax.sharding import AbstractMesh, AxisType, NamedSharding, PartitionSpec as P
ones, lax = jnp.ones, jax.lax
class Plain:
    def __init__(self, a): self.a = a
kept = []
"""
"""The first lines of each program."""


@dataclass(frozen=True)
class Failure:
    """The statements of `run` (below `HEAD`), the code, and words in the sentence."""

    body: str
    code: str
    words: str
    before: str = ""
