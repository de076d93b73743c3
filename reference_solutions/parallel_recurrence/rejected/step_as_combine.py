import jax


@jax.jit
def recurrence(decay, drive):
    def combine(state, step):
        return decay[0] * state + step

    return jax.lax.associative_scan(combine, drive)
