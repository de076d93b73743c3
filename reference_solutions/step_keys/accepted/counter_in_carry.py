"""The number of the step is carried along with the state."""

from jax import lax, random


def resume(key, first, state, rows):
    def step(carry, row):
        number, before = carry
        keys = random.split(random.fold_in(key, number))
        mask = random.bernoulli(keys[1], 0.75, row.shape)
        after = 0.9 * before + mask * row + 0.1 * random.normal(keys[0], row.shape)
        return (number + 1, after), after

    (_, last), states = lax.scan(step, (first, state), rows)
    return last, states
