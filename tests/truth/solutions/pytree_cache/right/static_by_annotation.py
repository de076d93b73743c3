"""typing.Annotated marks the static field; a decorator reads the hints and registers; a frozen dataclass with a plain scan."""
import dataclasses
import typing

import jax
import jax.numpy as jnp

STATIC = "static"


def pytree(cls):
    hints = typing.get_type_hints(cls, include_extras=True)
    static = [n for n, h in hints.items() if STATIC in getattr(h, "__metadata__", ())]
    data = [n for n in hints if n not in static]
    return jax.tree_util.register_dataclass(cls, data_fields=data, meta_fields=static)


@pytree
@dataclasses.dataclass(frozen=True, eq=False)
class ConfigBox:
    vec: jax.Array  # float32[d]
    scale: typing.Annotated[int, STATIC]


def _compute(box, init, xs):
    offset = jnp.ones(box.scale, init.dtype)

    def body(state, x):
        new = jnp.multiply(box.vec + state + offset, x)
        return new, new

    last, states = jax.lax.scan(f=body, init=init, xs=xs)
    return last, states


_compiled = jax.jit(_compute)


def run_scan(box, init, xs):
    return _compiled(box, init, xs)
