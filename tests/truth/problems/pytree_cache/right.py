"""Right solutions of `pytree_cache`."""

import dataclasses
import functools
from typing import Any, NamedTuple

import flax.struct
import jax
import jax.numpy as jnp
from flax import nnx
from jax import lax

# %% node_class


@jax.tree_util.register_pytree_node_class
class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale

    def tree_flatten(self):
        return ((self.vec,), (self.scale,))

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], aux[0])


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        new = (box.vec + state + jnp.ones(box.scale)) * x
        return new, new

    last, states = lax.scan(step, init, xs)
    return last, states


# %% dataclass


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class ConfigBox:
    vec: Any
    scale: int = dataclasses.field(metadata={"static": True})


def step(box, state, x):
    following = (box.vec + state + jnp.ones((box.scale,))) * x
    return following, following


@jax.jit
def run_scan(box, init, xs):
    return lax.scan(functools.partial(step, box), init, xs)


# %% box_in_carry


@dataclasses.dataclass(frozen=True)
class ConfigBox:
    vec: jax.Array
    scale: int


jax.tree_util.register_dataclass(ConfigBox, data_fields=("vec",), meta_fields=("scale",))


def advance(carry, x):
    box, state = carry
    state = (box.vec + state + jnp.ones(box.scale)) * x
    return (box, state), state


@jax.jit
def run_scan(box, init, xs):
    (_, last), states = lax.scan(advance, (box, init), xs)
    return last, states


# %% slots


class ConfigBox:
    __slots__ = ("scale", "vec")

    def __init__(self, vec, scale):
        self.vec, self.scale = vec, scale


def flatten(box):
    return (box.vec,), box.scale


def unflatten(scale, children):
    box = object.__new__(ConfigBox)
    box.vec, box.scale = children[0], scale
    return box


jax.tree_util.register_pytree_node(ConfigBox, flatten, unflatten)


def make_step(box):
    ones = jnp.ones(box.scale)
    return lambda state, x: ((result := (box.vec + state + ones) * x), result)


def scan_all(box, init, xs):
    return lax.scan(make_step(box), init, xs)


run_scan = jax.jit(scan_all)


# %% flax_struct


class ConfigBox(flax.struct.PyTreeNode):
    vec: jax.Array
    scale: int = flax.struct.field(pytree_node=False)


@functools.partial(jax.jit)
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return lax.scan(step, init, xs)


# %% inner_call


class Aux(NamedTuple):
    scale: int


@jax.tree_util.register_pytree_node_class
class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale

    def __call__(self, state, x):
        return (self.vec + state + jnp.ones(self.scale)) * x

    def tree_flatten(self):
        return [self.vec], Aux(scale=self.scale)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, **aux._asdict())


def run_scan(box, init, xs):
    last, states = compiled(box, {"init": init, "xs": xs})
    return last, states


@jax.jit
def compiled(box, inputs):
    def body(state, x):
        state = box(state, x)
        return state, state

    return jax.lax.scan(body, inputs["init"], inputs["xs"])


# %% nnx_pytree


class ConfigBox(nnx.Pytree):
    def __init__(self, vec, scale):
        self.scale = scale
        self.vec = nnx.data(vec)


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        y = box.vec + state
        y = y + jnp.ones(box.scale)
        y = y * x
        return y, y

    return lax.scan(step, init, xs)


# %% static_argument


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class ConfigBox:
    vec: jax.Array
    scale: int = dataclasses.field(metadata=dict(static=True))


@functools.partial(jax.jit, static_argnums=(0,))
def inner(scale, vec, init, xs):
    ones = jnp.ones(scale)
    return jax.lax.scan(lambda s, x: ((vec + s + ones) * x,) * 2, init, xs)


def run_scan(box, init, xs):
    return inner(box.scale, box.vec, init, xs)
