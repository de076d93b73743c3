import jax


@jax.jit
def recurrence(decay, drive):
    def write(carry):
        t, states = carry
        return t + 1, states.at[t].set(decay[t] * states[t - 1] + drive[t])

    return jax.lax.while_loop(lambda carry: carry[0] < drive.shape[0], write, (1, drive))[1]
