import jax


def attend(queries, keys, values, length):
    keys, values = (array.reshape(-1, array.shape[2])[:length] for array in (keys, values))
    return jax.nn.softmax(queries @ keys.T, axis=1) @ values
