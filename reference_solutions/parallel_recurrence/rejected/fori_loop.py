import jax


@jax.jit
def recurrence(decay, drive):
    def write(t, states):
        return states.at[t].set(decay[t] * states[t - 1] + drive[t])

    return jax.lax.fori_loop(1, drive.shape[0], write, drive)
