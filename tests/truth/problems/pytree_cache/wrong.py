"""Wrong solutions of `pytree_cache`, each with the reason code it must get."""

import dataclasses
import functools
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class ConfigBox:
    vec: Any
    scale: int = dataclasses.field(metadata={"static": True})


def step(box, state, x):
    state = (box.vec + state + jnp.ones(box.scale)) * x
    return state, state


# %% eager [traces.eager_scan]
def run_scan(box, init, xs):
    return lax.scan(functools.partial(step, box), init, xs)


# %% loop_of_steps [traces.never]
def run_scan(box, init, xs):
    states = [init]
    for x in xs:
        states.append(step(box, states[-1], x)[0])
    return states[-1], jnp.stack(states[1:])


# %% unrolled [jaxpr.missing]
@jax.jit
def run_scan(box, init, xs):
    states = [init]
    for i in range(len(xs)):
        states.append(step(box, states[-1], xs[i])[0])
    return states[-1], jnp.stack(states[1:])


# %% while_for_scan [jaxpr.missing]
@jax.jit
def run_scan(box, init, xs):
    def body(carry):
        i, state, states = carry
        state = step(box, state, xs[i])[0]
        return i + 1, state, states.at[i].set(state)

    first = jnp.int32(0), init, jnp.zeros((xs.shape[0], init.shape[0]))
    _, state, states = lax.while_loop(lambda carry: carry[0] < xs.shape[0], body, first)
    return state, states


# %% jit_inside_partial [traces.jit_inside]
def run_scan(box, init, xs):
    return jax.jit(functools.partial(lax.scan, functools.partial(step, box)))(init, xs)


# %% jit_inside_def [traces.jit_inside]
def run_scan(box, init, xs):
    @jax.jit
    def compiled(box, init, xs):
        return lax.scan(functools.partial(step, box), init, xs)

    return compiled(box, init, xs)


# %% caches_cleared [traces.every_call]
@jax.jit
def compiled(box, init, xs):
    return lax.scan(functools.partial(step, box), init, xs)


def run_scan(box, init, xs):
    jax.clear_caches()
    return compiled(box, init, xs)


# %% retraced_by_counter [traces.static_argument]
@functools.partial(jax.jit, static_argnums=3)
def compiled(box, init, xs, count):
    return lax.scan(functools.partial(step, box), init, xs)


calls = []


def run_scan(box, init, xs):
    calls.append(0)
    return compiled(box, init, xs, len(calls))


# %% first_box_kept [values.mismatch]
kept = []


@jax.jit
def compiled(init, xs):
    return lax.scan(functools.partial(step, kept[-1]), init, xs)


def run_scan(box, init, xs):
    kept.append(box)
    return compiled(init, xs)


# %% one_step_less [values.mismatch]
@jax.jit
def run_scan(box, init, xs):
    def late(state, x):
        following, _ = step(box, state, x)
        return following, state

    return lax.scan(late, init, xs)


# %% product_of_sums [values.mismatch]
@jax.jit
def run_scan(box, init, xs):
    def other(state, x):
        state = box.vec + (state + jnp.ones(box.scale)) * x
        return state, state

    return lax.scan(other, init, xs)


# %% no_ones [values.mismatch]
@jax.jit
def run_scan(box, init, xs):
    def other(state, x):
        state = (box.vec + state) * x + jnp.ones(box.scale)
        return state, state

    return lax.scan(other, init, xs)


# %% a_list [values.structure]
@jax.jit
def run_scan(box, init, xs):
    return list(lax.scan(functools.partial(step, box), init, xs))


# %% states_only [values.structure]
@jax.jit
def run_scan(box, init, xs):
    return lax.scan(functools.partial(step, box), init, xs)[1]


# %% states_transposed [values.shape]
@jax.jit
def run_scan(box, init, xs):
    last, states = lax.scan(functools.partial(step, box), init, xs)
    return last, states[..., None]


# %% first_state_kept [values.shape]
@jax.jit
def run_scan(box, init, xs):
    last, states = lax.scan(functools.partial(step, box), init, xs)
    return last, jnp.concatenate([init[None], states])


# %% half_precision [values.dtype]
@jax.jit
def run_scan(box, init, xs):
    last, states = lax.scan(functools.partial(step, box), init, xs)
    return last.astype(jnp.bfloat16), states


# %% donated [inputs.deleted]
@functools.partial(jax.jit, donate_argnames="init")
def run_scan(box, init, xs):
    return lax.scan(functools.partial(step, box), init, xs)


# %% deleted_by_hand [inputs.deleted]
@jax.jit
def compiled(box, init, xs):
    return lax.scan(functools.partial(step, box), init, xs)


def run_scan(box, init, xs):
    last, states = compiled(box, init, xs)
    xs.delete()
    return last, states


# %% scale_by_shape [traces.too_few]
@jax.jit
def compiled(vec, init, xs):
    return lax.scan(lambda s, x: ((vec + s + jnp.ones_like(vec)) * x,) * 2, init, xs)


def run_scan(box, init, xs):
    return compiled(box.vec, init, xs)


# %% weak_key [traces.static_argument]
class Key:
    def __init__(self, scale):
        self.scale = scale


@functools.partial(jax.jit, static_argnums=3)
def compiled(vec, init, xs, key):
    return lax.scan(lambda s, x: ((vec + s + jnp.ones(key.scale)) * x,) * 2, init, xs)


def run_scan(box, init, xs):
    return compiled(box.vec, init, xs, Key(box.scale))


# %% carry_dtype [error.scan_carry]
@jax.jit
def run_scan(box, init, xs):
    return lax.scan(lambda s, x: (step(box, s, x)[0].astype(jnp.bfloat16), s), init, xs)


# %% traced_scale [error.tracer_shape]
@jax.jit
def compiled(vec, scale, init, xs):
    return lax.scan(lambda s, x: ((vec + s + jnp.ones(scale)) * x,) * 2, init, xs)


def run_scan(box, init, xs):
    return compiled(box.vec, box.scale, init, xs)


# %% branch_on_state [error.tracer_bool]
@jax.jit
def run_scan(box, init, xs):
    def careful(state, x):
        if state.sum() > 1e6:
            return state, state
        return step(box, state, x)

    return lax.scan(careful, init, xs)


# %% leaked_states [error.trace_leak]
@jax.jit
def compiled(box, init, xs, states):
    return lax.scan(functools.partial(step, box), init, xs)[0]


def run_scan(box, init, xs):
    states = []

    def keeping(state, x):
        following, _ = step(box, state, x)
        states.append(following)
        return following, None

    last, _ = lax.scan(keeping, init, xs)
    return last, jnp.stack(states)


# %% no_class [source.missing_class]
del ConfigBox


@jax.jit
def run_scan(box, init, xs):
    return lax.scan(functools.partial(step, box), init, xs)


# %% not_registered [roundtrip.failed]
class ConfigBox:
    def __init__(self, vec, scale):
        self.vec, self.scale = vec, scale


@functools.partial(jax.jit, static_argnums=0)
def compiled(scale, vec, init, xs):
    return lax.scan(lambda s, x: ((vec + s + jnp.ones(scale)) * x,) * 2, init, xs)


def run_scan(box, init, xs):
    return compiled(box.scale, box.vec, init, xs)


# %% renamed_field [roundtrip.failed]
@jax.tree_util.register_pytree_node_class
class ConfigBox:
    def __init__(self, vec, scale):
        self.array, self.scale = vec, scale

    def tree_flatten(self):
        return (self.array,), self.scale

    @classmethod
    def tree_unflatten(cls, scale, children):
        return cls(children[0], scale)


@jax.jit
def run_scan(box, init, xs):
    return lax.scan(lambda s, x: ((box.array + s + jnp.ones(box.scale)) * x,) * 2, init, xs)


# %% default_scale [roundtrip.lost]
@jax.tree_util.register_pytree_node_class
class ConfigBox:
    def __init__(self, vec, scale=1):
        self.vec, self.scale = vec, scale

    def tree_flatten(self):
        return (self.vec,), ("box", self.scale)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


@jax.jit
def run_scan(box, init, xs):
    return lax.scan(functools.partial(step, box), init, xs)


# %% identity_aux [traces.aux_identity]
class Setting:
    def __init__(self, scale):
        self.scale = scale


@jax.tree_util.register_pytree_node_class
class ConfigBox:
    def __init__(self, vec, scale):
        self.vec, self.scale = vec, scale

    def tree_flatten(self):
        return (self.vec,), Setting(self.scale)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], aux.scale)


@jax.jit
def run_scan(box, init, xs):
    return lax.scan(functools.partial(step, box), init, xs)


# %% array_in_aux [error.array_in_aux]
@jax.tree_util.register_pytree_node_class
class ConfigBox:
    def __init__(self, vec, scale):
        self.vec, self.scale = vec, scale

    def tree_flatten(self):
        return (self.scale,), (self.vec,)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(aux[0], children[0])


@jax.jit
def run_scan(box, init, xs):
    return lax.scan(lambda s, x: ((box.vec + s + jnp.ones_like(box.vec)) * x,) * 2, init, xs)


# %% plain_class [error.not_a_pytree]
class ConfigBox:
    def __init__(self, vec, scale):
        self.vec, self.scale = vec, scale


@jax.jit
def run_scan(box, init, xs):
    return lax.scan(functools.partial(step, box), init, xs)
