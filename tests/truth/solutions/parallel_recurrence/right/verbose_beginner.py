"""Names all parts and asserts shapes."""

import jax
import jax.numpy as jnp


def do_one_after_the_other(earlier_steps, later_steps):
    earlier_decay, earlier_drive = earlier_steps
    later_decay, later_drive = later_steps
    combined_decay = jnp.multiply(later_decay, earlier_decay)
    combined_drive = jnp.add(jnp.multiply(later_decay, earlier_drive), later_drive)
    return (combined_decay, combined_drive)


@jax.jit
def recurrence(decay, drive):
    number_of_steps, number_of_columns = decay.shape
    assert drive.shape == (number_of_steps, number_of_columns)
    elements = (decay, drive)
    result = jax.lax.associative_scan(do_one_after_the_other, elements)
    all_decays = result[0]
    all_states = result[1]
    assert all_decays.shape == all_states.shape == (number_of_steps, number_of_columns)
    return all_states
