"""Remarks on a source, which is read and not run: on common mistakes and on what is done well. Never a verdict.

Each remark is found in the syntax tree alone, by guessing from names: `jax.jit`, `nnx.Optimizer`, `self.value`. It may
be wrong, so its sentence says what to look at. Anything unusual in a source gives no remark, and no source makes this
module raise an error.
"""

from __future__ import annotations

import ast
import warnings
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from grader.judge.hints.trees import (
    COMPREHENSIONS,
    FUNCTIONS,
    find_calls,
    is_stored,
    lacks_hash,
    list_bound,
    list_parameters,
    read_path,
    walk_names,
)
from grader.report import Hint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.judge.hints.trees import Function

    Origin = Literal["lasting", "given", "made"]
    Found = Iterator[tuple[str, ast.AST]]

MAX_SOURCE: Final = 20_000
"""Sources with more characters get no remarks, because the search must stay quick."""
MAX_HINTS: Final = 12
Level = Literal["essential", "actionable", "informative", "celebratory"]
LEVELS: Final = ("essential", "actionable", "informative", "celebratory")


class Remark(NamedTuple):
    """What a hint says, and how much it matters, by Exercism's levels."""

    level: Level
    message: str


HINTS: Final[dict[str, Remark]] = {
    "hint.jit_in_loop": Remark(
        "essential",
        "A function is wrapped in jit inside a loop. Each new one is traced and compiled again; wrap once, before it.",
    ),
    "hint.jit_on_the_spot": Remark(
        "essential",
        "A function is wrapped in jit and called on the spot. Where this runs more than once it compiles each "
        "time; wrap once, at the top of the file.",
    ),
    "hint.jit_again": Remark(
        "actionable",
        "`jax.jit` is called on the same function again and again. JAX finds the program that it compiled before, but "
        "only by a slow path. Wrap once, at the top of the file.",
    ),
    "hint.jax_jit_on_module": Remark(
        "essential",
        "`jax.jit` looks at a module as plain data, so that what a call changes in it is lost. Use `nnx.jit`.",
    ),
    "hint.branch_on_argument": Remark(
        "essential",
        "`if` or `while` asks an argument of a jitted function for its value, which is not there while JAX traces. "
        "Use `jnp.where` or `jax.lax.cond`, or make the argument static.",
    ),
    "hint.numpy_in_jit": Remark(
        "essential",
        "NumPy is given an argument of a jitted function, which it can't trace. Use `jnp` instead of `np`.",
    ),
    "hint.optimizer_wrt": Remark(
        "essential",
        "`nnx.Optimizer` must be told what to optimise: add `wrt=nnx.Param`.",
    ),
    "hint.key_reused": Remark(
        "essential",
        "The same random key is used twice, so the two draws aren't independent. Split it with `jax.random.split`.",
    ),
    "hint.variable_value": Remark(
        "actionable",
        "`.value` of a variable is deprecated. Write `variable[...]`.",
    ),
    "hint.mutable_default": Remark(
        "actionable",
        "A mutable default is made once and shared by all calls. Use `None`, and make it in the function.",
    ),
    "hint.no_hash": Remark(
        "actionable",
        "A class with `__eq__` and without `__hash__` can't be hashed. As auxiliary data that works today; as a static "
        "argument it raises an error. Define both, by the same fields.",
    ),
    "hint.global_in_jit": Remark(
        "actionable",
        "A jitted function reads a global that the file changes. It is read while JAX traces, and later changes go "
        "unseen; pass it as an argument.",
    ),
    "hint.print_in_jit": Remark(
        "informative",
        "`print` in a jitted function runs while JAX traces, and only then. For values use `jax.debug.print`.",
    ),
    "hint.jit_inside": Remark(
        "informative",
        "A jitted function is made inside another function: each call of the outer one makes a new one, which is "
        "compiled again. If it is called often, make it once, at the top of the file.",
    ),
    "hint.jit_once": Remark(
        "celebratory",
        "The function is wrapped in jit once, and not on each call. Well done.",
    ),
    "hint.scan_used": Remark(
        "celebratory",
        "`lax.scan` keeps the program small, however long the loop. Well done.",
    ),
}
"""The remarks, by code."""

JITS: Final = {"jax.jit", "nnx.jit", "jit", "flax.nnx.jit"}
SAMPLERS: Final = {
    *(
        "normal",
        "uniform",
        "randint",
        "bernoulli",
        "categorical",
        "permutation",
        "choice",
        "gumbel",
        "truncated_normal",
    ),
    *("exponential", "gamma", "beta", "poisson", "bits", "split"),
}
NUMPY_CAN: Final = {
    *("shape", "ndim", "size", "result_type", "common_type", "iscomplexobj", "isrealobj", "isscalar", "iterable"),
    *("all", "any", "amax", "amin", "max", "min", "argmax", "argmin", "sum", "prod", "mean", "std", "var"),
    *("argsort", "around", "round", "cumprod", "cumsum", "flip", "imag", "real", "isreal", "repeat", "searchsorted"),
    *("permute_dims", "transpose", "squeeze", "reshape", "swapaxes", "moveaxis", "rollaxis"),
    *("split", "array_split", "hsplit", "vsplit", "unstack", "tril_indices_from", "triu_indices_from"),
}
"""NumPy's functions that can be given a traced array: they look at its shape only, or call a method of it."""
LOOPS: Final = (ast.For, ast.AsyncFor, ast.While, *COMPREHENSIONS)
MODELS: Final = {"model", "module"}
MUTABLE: Final = (ast.List, ast.Dict, ast.Set)


def find_hints(source: str, *, praise: bool = True) -> list[Hint]:
    """Return remarks on `source`, the most important first, each code once; on what is done well only with `praise`."""
    if len(source) > MAX_SOURCE:
        return []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            look = _Look(ast.parse(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    lines: dict[str, int] = {}
    try:
        for code, node in look.find():
            lines.setdefault(code, getattr(node, "lineno", 1))
    except RecursionError:
        return []
    if lines.keys() & {"hint.jit_in_loop", "hint.jit_on_the_spot", "hint.jit_again"}:
        lines.pop("hint.jit_once", None)
    found = [
        Hint(code=code, level=HINTS[code].level, line=line, message=HINTS[code].message) for code, line in lines.items()
    ]
    found = [hint for hint in found if praise or hint.level != "celebratory"]
    return sorted(found, key=lambda hint: (LEVELS.index(hint.level), hint.line))[:MAX_HINTS]


class _Look:
    """The search of one source: its nodes in order, their parents, and the functions that are jitted."""

    def __init__(self, tree: ast.Module) -> None:
        self.nodes = list(ast.walk(tree))
        self.parents = {child: node for node in self.nodes for child in ast.iter_child_nodes(node)}
        self.named = {
            node.name: node for node in self.nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        }
        self.jits = [node for node in self.nodes if self._makes_jit(node)]
        imports = [node for node in self.nodes if isinstance(node, ast.ImportFrom)]
        names = {(node.module, one.name) for node in imports for one in node.names}
        self.samplers = ("jax.random.", "jr.", *(["random."] if ("jax", "random") in names else []))
        self.has_nnx = ("flax", "nnx") in names
        self.jax_jits = {"jax.jit", *(["jit"] if ("jax", "jit") in names else [])}
        self.libraries = {
            one.asname or one.name.partition(".")[0]
            for node in self.nodes
            if isinstance(node, ast.Import | ast.ImportFrom)
            for one in node.names
        }
        self.jitted: dict[Function, set[str]] = {}
        for jit in self.jits:
            function = self._wrapped(jit)
            if function is not None:
                static = any(word.arg and word.arg.startswith("static") for word in _keywords(jit))
                self.jitted[function] = set() if static else list_parameters(function)

    def find(self) -> Found:
        """Yield the code and the place of each remark."""
        yield from self._find_jits()
        for function, parameters in self.jitted.items():
            yield from self._find_in_jitted(function, parameters)
        yield from self._find_reused_keys()
        for node in self.nodes:
            match node:
                case ast.Call(func=func) if read_path(func) == "nnx.Optimizer":
                    if len(node.args) < 3 and not any(word.arg in ("wrt", None) for word in node.keywords):  # noqa: PLR2004 - model, tx, wrt
                        yield "hint.optimizer_wrt", node
                case ast.Call(func=func) if read_path(func).endswith("lax.scan"):
                    yield "hint.scan_used", node
                case ast.Attribute(attr="value", value=ast.Attribute()) if self.has_nnx:
                    yield "hint.variable_value", node
                case ast.ClassDef() if lacks_hash(node):
                    yield "hint.no_hash", node
                case ast.arguments(defaults=defaults, kw_defaults=named):
                    changeable = [one for one in (*defaults, *named) if isinstance(one, MUTABLE)]
                    yield from (("hint.mutable_default", one) for one in changeable)

    def _find_jits(self) -> Found:
        for jit in self.jits:
            code = self._remark_on_place(jit)
            if code is not None:
                yield code, jit
            function = self._wrapped(jit)
            if not self.has_nnx or function is None or _jit_name(jit) != "jax.jit":
                continue
            if list_parameters(function) & MODELS - _handed_out(function):
                yield "hint.jax_jit_on_module", jit

    def _remark_on_place(self, jit: ast.AST) -> str | None:
        """Return the remark on where a jitted function is made, or None if there is none.

        Inside a jitted function another one costs nothing: it becomes a part of the outer one's program.
        """
        above, parent, origin = list(self._above(jit)), self.parents.get(jit), self._origin(jit)
        if any(node in self.jitted for node in above):
            return None
        loop, inside = any(isinstance(node, LOOPS) for node in above), _inside(above)
        if origin == "given" and not loop:
            return None  # the caller knows whether it is the same function each time
        if origin != "made" and (loop or inside):
            return "hint.jit_again"
        if loop:
            return "hint.jit_in_loop"
        if not inside:
            return "hint.jit_once"
        on_the_spot = isinstance(parent, ast.Call) and parent.func is jit and not _is_partial(jit)
        return "hint.jit_on_the_spot" if on_the_spot else "hint.jit_inside"

    def _find_in_jitted(self, function: Function, parameters: set[str]) -> Found:
        changed = {name for node in self.nodes if isinstance(node, ast.Global) for name in node.names}
        body = function.body if isinstance(function.body, list) else [function.body]
        for node, names in (pair for statement in body for pair in walk_names(statement, parameters)):
            match node:
                case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if self._asks(test, names):
                    yield "hint.branch_on_argument", node
                case ast.Call(func=ast.Name(id="print")):
                    yield "hint.print_in_jit", node
                case ast.Call(func=func, args=args) if read_path(func).startswith(("np.", "numpy.")):
                    given = any(isinstance(one, ast.Name) and one.id in names for one in args)
                    if given and read_path(func).partition(".")[2] not in NUMPY_CAN:
                        yield "hint.numpy_in_jit", node
                case ast.Name(id=name, ctx=ast.Load()) if name in changed:
                    yield "hint.global_in_jit", node

    def _asks(self, test: ast.AST, parameters: set[str]) -> bool:
        """Return whether a condition needs a parameter's value, and not only its shape or whether it is given."""
        for node, names in walk_names(test, parameters):
            parent = self.parents.get(node)
            if not (isinstance(node, ast.Name) and node.id in names):
                continue
            if isinstance(parent, ast.Attribute | ast.Call):
                continue
            if isinstance(parent, ast.Compare) and any(
                isinstance(op, ast.Is | ast.IsNot | ast.In | ast.NotIn) for op in parent.ops
            ):
                continue
            return True
        return False

    def _find_reused_keys(self) -> Found:
        """Yield the second use of a key, under a name that isn't set again, in one sequence of statements."""
        for scope in self.nodes:
            statements = getattr(scope, "body", None)
            if not isinstance(scope, ast.FunctionDef | ast.Module) or not isinstance(statements, list):
                continue
            used: set[str] = set()
            for statement in statements:
                if not isinstance(statement, ast.Assign | ast.Expr | ast.Return | ast.AnnAssign):
                    continue
                for call in find_calls(statement):
                    path, first = read_path(call.func), call.args[0]
                    if not path.startswith(self.samplers) or not isinstance(first, ast.Name):
                        continue
                    if path.rpartition(".")[2] in SAMPLERS and first.id in used:
                        yield "hint.key_reused", call
                    if path.rpartition(".")[2] in SAMPLERS:
                        used.add(first.id)
                used -= {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and is_stored(node)}

    def _above(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the ancestors of `node`, from the inside out; a decorator lies outside of its function."""
        parent = self.parents.get(node)
        while parent is not None:
            if node not in getattr(parent, "decorator_list", ()):
                yield parent
            node, parent = parent, self.parents.get(parent)

    def _wrapped(self, jit: ast.AST) -> Function | None:
        """Return the function that a jit wraps: the one that it decorates, or its first argument."""
        parent = self.parents.get(jit)
        if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef) and jit in parent.decorator_list:
            return parent
        first = jit.args[0] if isinstance(jit, ast.Call) and jit.args else None
        if isinstance(first, ast.Lambda):
            return first
        return self.named.get(first.id) if isinstance(first, ast.Name) else None

    def _origin(self, jit: ast.AST) -> Origin:
        """Return where the function that `jax.jit` is called on comes from: JAX finds the program of the same function.

        It is lasting if its name is global, as a library's is, and given if it is a parameter; any other may be made
        anew each time. For other wrappers, which find no program, it counts as made.
        """
        if not isinstance(jit, ast.Call) or read_path(jit.func) not in self.jax_jits or not jit.args:
            return "made"
        name, _, attribute = read_path(jit.args[0]).partition(".")
        for scope in (node for node in self._above(jit) if isinstance(node, (*FUNCTIONS, *LOOPS))):
            if name in list_bound(scope):
                given = isinstance(scope, FUNCTIONS) and name in list_parameters(scope) and not attribute
                return "given" if given else "made"
        return "lasting" if name and (not attribute or name in self.libraries) else "made"

    def _makes_jit(self, node: ast.AST) -> bool:
        """Return whether this makes a jitted function: a call, or a decorator that isn't a call."""
        if isinstance(node, ast.Call):
            return _is_partial(node) or read_path(node.func) in JITS
        decorates = node in getattr(self.parents.get(node), "decorator_list", ())
        return decorates and read_path(node) in JITS


def _is_partial(node: ast.AST) -> bool:
    """Return whether this is `functools.partial(jax.jit, …)`."""
    if not isinstance(node, ast.Call) or not node.args:
        return False
    return read_path(node.func) in ("functools.partial", "partial") and read_path(node.args[0]) in JITS


def _jit_name(node: ast.AST) -> str:
    if isinstance(node, ast.Call):
        return read_path(node.args[0]) if _is_partial(node) else read_path(node.func)
    return read_path(node)


def _keywords(node: ast.AST) -> list[ast.keyword]:
    return node.keywords if isinstance(node, ast.Call) else []


def _handed_out(function: Function) -> set[str]:
    """Return the names that a function returns or gets the state or parts of from NNX: changes to them aren't lost."""
    names: set[str] = set()
    body = function.body if isinstance(function.body, list) else [ast.Return(function.body)]
    for node in (node for statement in body for node in ast.walk(statement)):
        match node:
            case ast.Call(func=func, args=[ast.Name(id=name), *_]) if read_path(func) in {"nnx.state", "nnx.split"}:
                names.add(name)
            case ast.Return(value=ast.Name(id=name)):
                names.add(name)
            case ast.Return(value=ast.Tuple(elts=parts)):
                names |= {part.id for part in parts if isinstance(part, ast.Name)}
    return names


def _inside(above: list[ast.AST]) -> bool:
    return any(isinstance(node, FUNCTIONS) for node in above)
