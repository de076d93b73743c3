import jax
import jax.numpy as jnp

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, gains, stages, stride):
        self.gains, self.stages, self.stride = gains, stages, stride

    def tree_flatten(self):
        return self.gains, (self.stages, self.stride)

    @classmethod
    def tree_unflatten(cls, static, gains):
        return cls(gains, *static)

    def __call__(self, signal):
        before, after = self.gains
        x = before * signal
        for name, times in self.stages:
            for _ in range(times):
                x = FUNCTIONS[name](x)
        return after * x[:: self.stride]


@jax.jit
def run(filter_, signal):
    return filter_(signal)


def respond(signal, config):
    gains = config["gains"]
    stages = tuple(tuple(stage) for stage in config["stages"])
    return run(Filter((gains["in"], gains["out"]), stages, config["stride"]), signal)
