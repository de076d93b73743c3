"""Wrong solutions of `noisy_rows`, each with the reason code it must get."""

import random as python_random

import jax
import jax.numpy as jnp
import numpy as np

# %% one_key_for_both [values.mismatch]
def noisy_rows(seed, x):
    key = jax.random.key(seed)
    return x * jax.random.uniform(key, (len(x), 1)) + jax.random.normal(key, x.shape)


# %% keys_swapped [values.mismatch]
def noisy_rows(seed, x):
    shift_key, scale_key = jax.random.split(jax.random.key(seed))
    return x * jax.random.uniform(scale_key, (len(x), 1)) + jax.random.normal(shift_key, x.shape)


# %% split_in_three [values.mismatch]
def noisy_rows(seed, x):
    _, scale_key, shift_key = jax.random.split(jax.random.key(seed), 3)
    return x * jax.random.uniform(scale_key, (len(x), 1)) + jax.random.normal(shift_key, x.shape)


# %% folded [values.mismatch]
def noisy_rows(seed, x):
    key = jax.random.key(seed)
    scale = jax.random.uniform(jax.random.fold_in(key, 7), (len(x), 1))
    return x * scale + jax.random.normal(jax.random.fold_in(key, 8), x.shape)


# %% numpy_noise [values.mismatch]
def noisy_rows(seed, x):
    rng = np.random.default_rng(seed)
    return (x * rng.uniform(size=(len(x), 1)) + rng.normal(size=x.shape)).astype(jnp.float32)


# %% no_seed [values.mismatch]
def noisy_rows(seed, x):
    a, b = jax.random.split(jax.random.key(python_random.randrange(1 << 20)))
    return x * jax.random.uniform(a, (len(x), 1)) + jax.random.normal(b, x.shape)


# %% same_noise_for_all_rows [values.mismatch]
def noisy_rows(seed, x):
    a, b = jax.random.split(jax.random.key(seed))
    return x * jax.random.uniform(a, (len(x), 1)) + jax.random.normal(b, x.shape[1:])


# %% scale_per_element [values.mismatch]
def noisy_rows(seed, x):
    a, b = jax.random.split(jax.random.key(seed))
    return x * jax.random.uniform(a, x.shape) + jax.random.normal(b, x.shape)


# %% noise_scaled_too [values.mismatch]
def noisy_rows(seed, x):
    a, b = jax.random.split(jax.random.key(seed))
    return (x + jax.random.normal(b, x.shape)) * jax.random.uniform(a, (len(x), 1))


# %% key_kept [values.mismatch]
key = [None]


def noisy_rows(seed, x):
    key[0] = key[0] if key[0] is not None else jax.random.key(seed)
    a, b = jax.random.split(key[0])
    return x * jax.random.uniform(a, (len(x), 1)) + jax.random.normal(b, x.shape)


# %% key_moves_on [values.mismatch]
key = []


def noisy_rows(seed, x):
    key.append(jax.random.fold_in(jax.random.key(seed), len(key)) if key else jax.random.key(seed))
    a, b = jax.random.split(key[-1])
    return x * jax.random.uniform(a, (len(x), 1)) + jax.random.normal(b, x.shape)


# %% half [values.dtype]
def noisy_rows(seed, x):
    a, b = jax.random.split(jax.random.key(seed))
    return x.astype(jnp.bfloat16) * jax.random.uniform(a, (len(x), 1), jnp.bfloat16)


# %% mean_row [values.shape]
def noisy_rows(seed, x):
    a, b = jax.random.split(jax.random.key(seed))
    return (x * jax.random.uniform(a, (len(x), 1)) + jax.random.normal(b, x.shape)).mean(0)


# %% with_the_key [values.structure]
def noisy_rows(seed, x):
    a, b = jax.random.split(jax.random.key(seed))
    return b, x * jax.random.uniform(a, (len(x), 1)) + jax.random.normal(b, x.shape)


# %% deleted [inputs.deleted]
def noisy_rows(seed, x):
    a, b = jax.random.split(jax.random.key(seed))
    y = x * jax.random.uniform(a, (len(x), 1)) + jax.random.normal(b, x.shape)
    x.delete()
    return y


# %% seed_as_key [error.not_a_key]
def noisy_rows(seed, x):
    a, b = jax.random.split(seed)
    return x * jax.random.uniform(a, (len(x), 1)) + jax.random.normal(b, x.shape)


# %% traced_shape [error.tracer_shape]
@jax.jit
def noise(key, n):
    return jax.random.normal(key, (n, 3))


def noisy_rows(seed, x):
    a, b = jax.random.split(jax.random.key(seed))
    return x * jax.random.uniform(a, (len(x), 1)) + noise(b, len(x))


# %% leaked [error.trace_leak]
kept = []


@jax.jit
def noise(key, x):
    kept.append(jax.random.normal(key, x.shape))


def noisy_rows(seed, x):
    a, b = jax.random.split(jax.random.key(seed))
    noise(b, x)
    return x * jax.random.uniform(a, (len(x), 1)) + kept[-1]


# %% shift_drawn_twice [prng.reused]
def noisy_rows(seed, x):
    a, b = jax.random.split(jax.random.key(seed))
    first = jax.random.normal(b, x.shape)
    second = jax.random.normal(b, x.shape)
    return x * jax.random.uniform(a, (len(x), 1)) + (first + second) / 2


# %% seeded_twice [prng.reused]
def noisy_rows(seed, x):
    a = jax.random.split(jax.random.key(seed))[0]
    b = jax.random.split(jax.random.key(seed))[1]
    return x * jax.random.uniform(a, (len(x), 1)) + jax.random.normal(b, x.shape)


# %% drawn_twice_under_jit [prng.reused]
@jax.jit
def noise(key, x):
    a, b = jax.random.split(key)
    centred = jax.random.normal(b, x.shape) - 0.5
    return x * jax.random.uniform(a, (len(x), 1)) + jax.random.normal(b, x.shape) + 0 * centred


def noisy_rows(seed, x):
    return noise(jax.random.key(seed), x)


# %% parent_used [prng.parent]
def noisy_rows(seed, x):
    key = jax.random.key(seed)
    a, b = jax.random.split(key)
    order = jnp.argsort(jax.random.uniform(key, (len(x),)))
    rows = x * jax.random.uniform(a, (len(x), 1)) + jax.random.normal(b, x.shape)
    return rows[order][jnp.argsort(order)]


# %% parent_folded [prng.parent]
def noisy_rows(seed, x):
    key = jax.random.key(seed)
    unused = jax.random.uniform(jax.random.fold_in(key, 1))
    a, b = jax.random.split(key)
    return x * jax.random.uniform(a, (len(x), 1)) + jax.random.normal(b, x.shape) + 0 * unused


# %% drawn_for_each_row [prng.repeated]
def noisy_rows(seed, x):
    a, b = jax.random.split(jax.random.key(seed))
    scale = jax.random.uniform(a, (len(x), 1))
    return jnp.stack([row * scale[i] + jax.random.normal(b, x.shape)[i] for i, row in enumerate(x)])


# %% legacy_key [prng.legacy]
def noisy_rows(seed, x):
    a, b = jax.random.split(jax.random.PRNGKey(seed))
    return x * jax.random.uniform(a, (len(x), 1)) + jax.random.normal(b, x.shape)
