import jax
import jax.numpy as jnp


def _one_number(reading, offset, gain):
    return (reading - offset) * gain


class Calibration:
    rows = staticmethod(jnp.vectorize(_one_number, signature="(),(),()->()"))

    @staticmethod
    @jax.jit
    def run(values):
        return Calibration.rows(values["readings"], values["offset"], values["gain"])


def calibrate(readings, offset, gain):
    return Calibration.run({"readings": readings, "offset": offset, "gain": gain})


if __name__ == "__main__":
    print(calibrate(jnp.ones((2, 3)), jnp.zeros(3), 2.0))
