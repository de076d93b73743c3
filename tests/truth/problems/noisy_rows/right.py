"""Right solutions of `noisy_rows`."""

import functools

import jax
import jax.numpy as jnp
from jax import random

# %% split


def noisy_rows(seed, x):
    scale_key, shift_key = jax.random.split(jax.random.key(seed))
    scale = jax.random.uniform(scale_key, (len(x), 1))
    shift = jax.random.normal(shift_key, x.shape)
    return x * scale + shift


# %% keys_by_index


def noisy_rows(seed, x):
    keys = random.split(random.key(seed), 2)
    noise = random.normal(keys[1], x.shape, dtype=x.dtype)
    return noise + random.uniform(keys[0], (x.shape[0], 1)) * x


# %% jitted


@jax.jit
def add_noise(key, x):
    first, second = jax.random.split(key)
    return x * jax.random.uniform(first, (x.shape[0], 1)) + jax.random.normal(second, x.shape)


def noisy_rows(seed, x):
    return add_noise(jax.random.key(seed), x)


# %% helpers


def scale_of(key, n):
    return jax.random.uniform(key, (n,))[:, None]


def shift_of(key, x):
    return jax.random.normal(key, x.shape)


def noisy_rows(seed, x):
    key_a, key_b = jax.random.split(jax.random.key(int(seed)), num=2)
    return x * scale_of(key_a, x.shape[0]) + shift_of(key_b, x)


# %% vmapped_rows


def noisy_rows(seed, x):
    scale_key, shift_key = jax.random.split(jax.random.key(seed))
    scales = jax.random.uniform(scale_key, x.shape[:1])
    shifts = jax.random.normal(shift_key, x.shape)
    return jax.vmap(lambda row, scale, shift: row * scale + shift)(x, scales, shifts)


# %% static_seed


@functools.partial(jax.jit, static_argnames=("seed",))
def noisy(x, *, seed):
    scale_key, shift_key = jax.random.split(jax.random.key(seed))
    rows = x.shape[0]
    return x * jax.random.uniform(scale_key, shape=(rows, 1)) + jax.random.normal(shift_key, shape=x.shape)


def noisy_rows(seed, x):
    return noisy(x, seed=seed)


# %% keys_in_a_dict


def noisy_rows(seed, x):
    keys = dict(zip(("scale", "shift"), jax.random.split(jax.random.key(seed)), strict=True))
    scale = jax.random.uniform(keys["scale"], (x.shape[0], 1), minval=0.0, maxval=1.0)
    return jnp.add(jnp.multiply(x, scale), jax.random.normal(keys["shift"], x.shape))


# %% looked_at_twice


def noisy_rows(seed, x):
    scale_key, shift_key = jax.random.split(jax.random.key(seed))
    first = jax.random.normal(random.clone(shift_key), x.shape)
    print(first[0])
    return x * random.uniform(scale_key, (len(x), 1)) + random.normal(shift_key, x.shape)
