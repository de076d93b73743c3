import jax


@jax.jit
def blend(average, reading, rate):
    return average + rate * (reading - average)
