"""Wrong solutions of `decayed_sum`, each with the reason code it must get."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def step(decay, total, x):
    total = decay * total + x
    return total, total


# %% eager_loop [traces.never]
def decayed_sum(xs, decay):
    total, sums = jnp.float32(0), []
    for x in xs:
        total = total * decay + x
        sums.append(total)
    return jnp.stack(sums)


# %% in_numpy [traces.never]
def decayed_sum(xs, decay):
    total, sums = np.float32(0), []
    for x in np.asarray(xs):
        total = total * np.float32(decay) + x
        sums.append(total)
    return jnp.asarray(np.stack(sums))


# %% jitted_loop [jaxpr.missing]
@jax.jit
def decayed_sum(xs, decay):
    total, sums = jnp.float32(0), []
    for x in xs:
        total = total * decay + x
        sums.append(total)
    return jnp.stack(sums)


# %% scan_of_one_step_each [jaxpr.unrolled]
@jax.jit
def decayed_sum(xs, decay):
    total, sums = jnp.float32(0), []
    for i in range(len(xs)):
        total, some = lax.scan(functools.partial(step, decay), total, xs[i : i + 1])
        sums.append(some)
    return jnp.concatenate(sums)


# %% fully_unrolled [jaxpr.unrolled]
@jax.jit
def decayed_sum(xs, decay):
    powers = [sum((decay**k for k in range(n)), jnp.float32(0)) for n in range(len(xs))]
    return lax.scan(functools.partial(step, decay), jnp.float32(0), xs)[1] + 0 * jnp.stack(powers)


# %% while_loop [jaxpr.missing]
@jax.jit
def decayed_sum(xs, decay):
    def body(carry):
        i, total, sums = carry
        total = decay * total + xs[i]
        return i + 1, total, sums.at[i].set(total)

    first = jnp.int32(0), jnp.float32(0), jnp.zeros_like(xs)
    return lax.while_loop(lambda carry: carry[0] < len(xs), body, first)[2]


# %% scan_and_while [jaxpr.forbidden]
@jax.jit
def decayed_sum(xs, decay):
    sums = lax.scan(functools.partial(step, decay), jnp.float32(0), xs)[1]
    return lax.while_loop(lambda s: jnp.isnan(s).all(), lambda s: s, sums)


# %% matrix_of_powers [jaxpr.intermediate]
@jax.jit
def decayed_sum(xs, decay):
    n = jnp.arange(len(xs))
    scanned = lax.scan(functools.partial(step, decay), jnp.float32(0), xs)[1]
    weights = jnp.where(n[:, None] >= n[None, :], decay ** (n[:, None] - n[None, :]), 0.0)
    return scanned + 0 * (weights @ xs)


# %% associative [jaxpr.missing]
@jax.jit
def decayed_sum(xs, decay):
    def combine(left, right):
        return left[0] * right[0], left[1] * right[0] + right[1]

    return lax.associative_scan(combine, (jnp.full_like(xs, decay), xs))[1]


# %% table_of_zeros [jaxpr.constants]
TABLE = jnp.zeros(4096)


@jax.jit
def decayed_sum(xs, decay):
    return lax.scan(functools.partial(step, decay), jnp.float32(0), xs)[1] + TABLE[: len(xs)]


# %% eager_scan [traces.eager_scan]
def decayed_sum(xs, decay):
    return lax.scan(functools.partial(step, decay), jnp.float32(0), xs)[1]


# %% jit_inside [traces.jit_inside]
def decayed_sum(xs, decay):
    compiled = jax.jit(lambda xs: lax.scan(functools.partial(step, decay), jnp.float32(0), xs)[1])
    return compiled(xs)


# %% static_decay [traces.static_argument]
@functools.partial(jax.jit, static_argnums=1)
def compiled(xs, decay):
    return lax.scan(functools.partial(step, decay), jnp.float32(0), xs)[1]


calls = []


def decayed_sum(xs, decay):
    calls.append(1)
    return compiled(xs, float(decay) + 1e-9 * len(calls))


# %% padded [traces.too_few]
@jax.jit
def compiled(xs, decay):
    return lax.scan(functools.partial(step, decay), jnp.float32(0), xs)[1]


def decayed_sum(xs, decay):
    padded = np.zeros(16, np.float32)
    padded[: len(xs)] = xs
    return compiled(padded, decay)[: len(xs)]


# %% first_decay_kept [values.mismatch]
first = []


@jax.jit
def compiled(xs):
    return lax.scan(functools.partial(step, first[0]), jnp.float32(0), xs)[1]


def decayed_sum(xs, decay):
    first.append(decay)
    return compiled(xs)


# %% plain_cumsum [values.mismatch]
@jax.jit
def decayed_sum(xs, decay):
    return jnp.cumsum(xs) * decay


# %% before_the_step [values.mismatch]
@jax.jit
def decayed_sum(xs, decay):
    return lax.scan(lambda total, x: (total * decay + x, total), jnp.float32(0), xs)[1]


# %% decay_after [values.mismatch]
@jax.jit
def decayed_sum(xs, decay):
    return lax.scan(lambda total, x: ((total + x) * decay,) * 2, jnp.float32(0), xs)[1]


# %% running_state [values.mismatch]
last = [jnp.float32(0)]


@jax.jit
def compiled(xs, decay, total):
    return lax.scan(functools.partial(step, decay), total, xs)


def decayed_sum(xs, decay):
    last[0], sums = compiled(xs, decay, last[0])
    return sums


# %% last_only [values.shape]
@jax.jit
def decayed_sum(xs, decay):
    return lax.scan(functools.partial(step, decay), jnp.float32(0), xs)[0]


# %% column [values.shape]
@jax.jit
def decayed_sum(xs, decay):
    return lax.scan(functools.partial(step, decay), jnp.zeros(1), xs)[1]


# %% both [values.structure]
@jax.jit
def decayed_sum(xs, decay):
    return lax.scan(functools.partial(step, decay), jnp.float32(0), xs)


# %% bfloat16 [values.dtype]
@jax.jit
def decayed_sum(xs, decay):
    xs, decay = xs.astype(jnp.bfloat16), decay.astype(jnp.bfloat16)
    return lax.scan(functools.partial(step, decay), jnp.bfloat16(0), xs)[1]


# %% not_donated [donation.kept]
@jax.jit
def decayed_sum(xs, decay):
    return lax.scan(functools.partial(step, decay), jnp.float32(0), xs)[1]


# %% donated_in_vain [donation.kept]
@functools.partial(jax.jit, donate_argnums=0)
def compiled(xs, decay):
    return lax.scan(functools.partial(step, decay), jnp.float32(0), xs)[1]


def decayed_sum(xs, decay):
    return compiled(xs + 0, decay)


# %% copied_again [donation.copied]
@functools.partial(jax.jit, donate_argnums=0)
def compiled(xs, decay):
    return lax.scan(functools.partial(step, decay), jnp.float32(0), xs)[1]


def decayed_sum(xs, decay):
    return compiled(xs, decay) * 1


# %% decay_deleted [donation.other]
@functools.partial(jax.jit, donate_argnums=0)
def compiled(xs, decay):
    return lax.scan(functools.partial(step, decay), jnp.float32(0), xs)[1]


def decayed_sum(xs, decay):
    sums = compiled(xs, decay)
    if not isinstance(decay, jax.core.Tracer):
        decay.delete()
    return sums


# %% integer_carry [error.scan_carry]
@jax.jit
def decayed_sum(xs, decay):
    return lax.scan(functools.partial(step, decay), jnp.int32(0), xs)[1]


# %% numpy_inside [error.tracer_numpy]
@jax.jit
def decayed_sum(xs, decay):
    return jnp.cumsum(np.asarray(xs))
