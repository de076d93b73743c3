"""Honest programs whose results would show any interference: each defines `run(step)`, which returns text."""

from __future__ import annotations

HEAD = """
import gc, inspect, pickle, re, sys, traceback, weakref
import jax, jax.numpy as jnp, numpy as np, optax
from flax import nnx

def tell(value):
    return str(jax.tree.map(lambda leaf: (np.shape(leaf), np.round(np.asarray(leaf, float), 4).tolist()), value))

@nnx.jit
def forward(model, x):
    return model(x)

@jax.jit
def pure(x):
    return jnp.sin(x) * 2

def make(*, features=2):
    return nnx.Linear(2, features, rngs=nnx.Rngs(0))
"""

PROGRAMS = {
    "nnx.jit under grad": "return tell(nnx.state(nnx.grad(lambda m: forward(m, jnp.ones(2)).sum())(make())))",
    "nnx.jit under value_and_grad": (
        "value, grads = nnx.value_and_grad(lambda m: forward(m, jnp.ones(2)).sum())(make())\n"
        "return tell((value, nnx.state(grads)))"
    ),
    "nnx.jit under jvp": (
        "graphdef, state = nnx.split(make())\n"
        "call = lambda state: forward(nnx.merge(graphdef, state), jnp.ones(2))\n"
        "return tell(jax.jvp(call, (state,), (state,)))"
    ),
    "nnx.jit under vmap": "return tell(jax.vmap(lambda x: forward(make(), x))(jnp.ones((3, 2))))",
    "jax.jit under grad of vmap": "return tell(jax.grad(lambda x: jax.vmap(pure)(x).sum())(jnp.ones(3)))",
    "a cyclic model returned by nnx.jit": """
class Node(nnx.Module):
    def __init__(self):
        self.weight = nnx.Param(jnp.ones(2))
        self.next = self

@nnx.jit
def build():
    return Node()

node = build()
return str((node.next is node, sys.getrecursionlimit(), tell(node.weight[...])))
""",
    "models that nobody holds": """
graphdef, state = nnx.split(make())
seen = weakref.WeakSet()
for _ in range(100):
    model = nnx.merge(graphdef, state)
    seen.add(model)
    forward(model, jnp.ones(2))
del model
gc.collect()
return str(len(seen) <= 1)  # the last one is kept until the call is over, so that what it became can be compared
""",
    "a model in ref mode": """
with nnx.var_defaults(ref=True):
    model = make()
before = forward(model, jnp.ones(2))

@nnx.jit
def step(model):
    model.bias[...] += 1.0

step(model)
return tell((before, forward(model, jnp.ones(2)), model.bias[...]))
""",
    "equations of a program that takes variables": """
variable = nnx.Param(jnp.ones(2))

def use(model, scale):
    return model(jnp.ones(2)) * scale

return str(jax.make_jaxpr(lambda scale: pure(scale) + variable[...])(2.0)) + str(
    jax.make_jaxpr(lambda state: use(nnx.merge(nnx.split(make())[0], state), 2.0))(nnx.state(make()))
)
""",
    "hooks of variables": """
calls = []
model = make()
hook = lambda variable, value: (calls.append("get"), value)[1]
model.kernel = nnx.Param(jnp.ones((2, 2)), on_get_value=hook)
for shape in (2, 3):
    forward(model, jnp.ones((shape, 2)))
return str(len(calls))
""",
    "methods of a class of one's own": """
calls = []

class Box:
    def __init__(self, x, tag):
        self.x, self.tag = x, tag
    def tree_flatten(self):
        calls.append("flatten")
        return (self.x,), self.tag
    @classmethod
    def tree_unflatten(cls, tag, children):
        calls.append("unflatten")
        return cls(*children, tag)

jax.tree_util.register_pytree_node_class(Box)

@jax.jit
def double(box):
    return Box(box.x * 2, box.tag)

for size in (2, 3):
    jax.make_jaxpr(lambda x: double(Box(x, "a")).x)(jnp.ones(size))
return str(sorted(calls))
""",
    "signatures and names": """
made = nnx.jit(lambda model, x: model(x))
told = [inspect.signature(jax.jit), jax.jit.__name__, jax.jit.__qualname__, jax.jit.__module__, jax.jit.__doc__[:99]]
told += [inspect.signature(made), inspect.signature(type(made).__call__), inspect.signature(type(made).__init__)]
told += [inspect.signature(pure), inspect.signature(nnx.jit), inspect.getsource(jax.jit)[:300], pure.__name__]
told += [inspect.signature(jax.stages.Compiled.__call__), jax.stages.Lowered.compile.__doc__]
told += [inspect.signature(sys.setrecursionlimit), type(made).__call__.__qualname__, sorted(vars(jax.jit))]
return re.sub("0x[0-9a-f]+", "0x", str([str(one) for one in told]))
""",
    "pickles of functions": """
same = [pickle.loads(pickle.dumps(found)) is found for found in (jax.jit, nnx.jit, sys.setrecursionlimit, jax.vmap)]
return str(same)
""",
    "arrays that are given away": """
give = jax.jit(lambda x: x + 1, donate_argnums=0)
x = jnp.ones(1000)
place = x.unsafe_buffer_pointer()
y = give(x)
model = make()
take = nnx.jit(lambda model: model.bias[...] + 1, donate_argnums=0)
old = model.bias.get_value()
take(model)
return str((x.is_deleted(), y.unsafe_buffer_pointer() == place, old.is_deleted()))
""",
    "an exception inside nnx.jit": """
@nnx.jit
def broken(model):
    raise KeyError("mine")

try:
    broken(make())
except KeyError as error:
    return repr((error, type(error.__context__), traceback.extract_tb(error.__traceback__)[-1].name))
""",
    "a training step": """
model = make()
optimizer = nnx.Optimizer(model, optax.adam(0.1), wrt=nnx.Param)

@nnx.jit
def step(model, optimizer, x):
    loss, grads = nnx.value_and_grad(lambda m: ((m(x) - 1) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss

return tell([step(model, optimizer, jnp.ones((4, 2))) for _ in range(3)])
""",
}
