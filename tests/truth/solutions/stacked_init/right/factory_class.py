from flax import nnx


class Factory:
    def __init__(self, make, width):
        self.make = make
        self.width = width

    def __call__(self, rngs):
        return self.make(self.width, rngs)

    def stack(self, rngs, depth):
        return nnx.split_rngs(splits=depth)(nnx.vmap(lambda rngs: self(rngs)))(rngs)


def make_layers(make, width, depth, rngs):
    return Factory(make, width).stack(rngs, depth)
