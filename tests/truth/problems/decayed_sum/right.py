"""Right solutions of `decayed_sum`."""

import functools

import jax
import jax.numpy as jnp
from jax import lax

# %% closure


@functools.partial(jax.jit, donate_argnums=0)
def decayed_sum(xs, decay):
    def step(total, x):
        total = total * decay + x
        return total, total

    return lax.scan(step, jnp.float32(0), xs)[1]


# %% lambda


@functools.partial(jax.jit, donate_argnums=0)
def decayed_sum(xs, decay):
    _, sums = jax.lax.scan(lambda total, x: (total * decay + x,) * 2, jnp.zeros(()), xs)
    return sums


# %% partial


def step(decay, total, x):
    new = decay * total + x
    return new, new


def compute(xs, decay):
    return lax.scan(functools.partial(step, decay), jnp.zeros((), xs.dtype), xs)[1]


decayed_sum = jax.jit(compute, donate_argnums=(0,))


# %% fori


@functools.partial(jax.jit, donate_argnums=0)
def decayed_sum(xs, decay):
    def body(i, carry):
        total, sums = carry
        total = decay * total + xs[i]
        return total, sums.at[i].set(total)

    carry = lax.fori_loop(0, xs.shape[0], body, (jnp.float32(0), jnp.zeros_like(xs)))
    return carry[1]


# %% carry_with_decay


def scanned(data, options):
    def step(carry, x):
        total, decay = carry["total"], carry["decay"]
        total = total * decay + x
        return {"total": total, "decay": decay}, total

    start = {"total": jnp.float32(0), "decay": options["decay"]}
    final, sums = lax.scan(step, start, data["xs"])
    return sums


scan_jitted = jax.jit(scanned, donate_argnames="data")


def decayed_sum(xs, decay):
    sums = scan_jitted({"xs": xs}, {"decay": decay})
    return sums


# %% unrolled_by_two


@functools.partial(jax.jit, donate_argnums=0)
def decayed_sum(xs, decay):
    step = lambda total, x: (decay * total + x, decay * total + x)
    total, sums = lax.scan(step, jnp.float32(0.0), xs, unroll=1, length=xs.shape[0])
    return sums


# %% reversed_twice


@functools.partial(jax.jit, donate_argnums=0, inline=True)
def decayed_sum(xs, decay):
    def step(total, x):
        total = total * decay + x
        return total, total

    backwards = lax.scan(step, jnp.float32(0), jnp.flip(xs), reverse=True)[1]
    return jnp.flip(backwards)


# %% map_with_state


class Sum:
    def __init__(self, decay):
        self.decay = decay

    def __call__(self, total, x):
        total = self.decay * total + x
        return total, total


@functools.partial(jax.jit, donate_argnums=0)
def decayed_sum(xs, decay):
    init = jnp.asarray(0, xs.dtype)
    return jax.lax.scan(f=Sum(decay), init=init, xs=xs)[1]
