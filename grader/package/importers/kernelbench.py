"""Imports a task in the format of KernelBench: a PyTorch module, `Model`, with functions that make its inputs.

PyTorch code can't be converted: the statement shows the module, the cases have its inputs, with smaller sizes, and the
reference raises until its author has rewritten the module in JAX. The report names each line to rewrite.
"""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.errors import PackageError
from grader.package.importers.assertions import inline, is_plain
from grader.package.importers.draft import HINTS, LESSON, MADE_UP, PackageDraft, base_manifest, choose_slug, shorten
from grader.package.importers.functions import parse_module

if TYPE_CHECKING:
    from pathlib import Path

MODEL, INPUTS, INIT_INPUTS = "Model", "get_inputs", "get_init_inputs"
LARGEST = 64
"""The largest size in a draft. KernelBench measures kernels, whereas a kata's cases should take milliseconds."""
SMALL = 8
"""Sizes up to this one don't change, such as channels, heads and kernel sizes."""
DRAWS = {
    "rand": "rng.random({shape}, dtype=np.float32)",
    "randn": "rng.standard_normal({shape}, dtype=np.float32)",
    "zeros": "np.zeros({shape}, np.float32)",
    "ones": "np.ones({shape}, np.float32)",
}
"""Functions of torch that make inputs, with their counterparts in NumPy."""

_CASES = '''\
"""Inputs as the task's `{inputs}` makes them, with smaller sizes."""

import numpy as np

from grader.inside.authoring import Call, Case

{constants}

def draw(rng):
    return {draws}


def make_case(name, rng):
    return Case(name, "drawn inputs", [Call(draw(rng)), Call(draw(rng))])


def samples():
    return [make_case("drawn", np.random.default_rng(0))]


def pool(rng):
    return [make_case(f"hidden-{{i + 1}}", rng) for i in range(3)]
'''
_UNWRITTEN = '''\
"""What `{model}` computes, {place}, still has to be written in JAX."""


def forward({parameters}):
    raise NotImplementedError("write here in JAX what {model}.forward does in PyTorch, {place}")
'''


@dataclass(frozen=True)
class TorchTask:
    """A task: its class, its `forward`, and the functions that make inputs."""

    model: ast.ClassDef
    forward: ast.FunctionDef
    inputs: ast.FunctionDef
    constants: dict[str, ast.expr]
    names: list[str]
    """The parameters of `forward`."""


def is_task(tree: ast.Module) -> bool:
    """Return whether a module is such a task."""
    kinds = {node.name: type(node) for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    return kinds.get(MODEL) is ast.ClassDef and kinds.get(INPUTS) is ast.FunctionDef


def import_task(path: Path, source: str, slug: str | None = None) -> PackageDraft:
    """Return a draft of the task in the file `path`, whose text is `source`; raises `PackageError`."""
    task = _read(parse_module(source, path.name), path.name)
    draft = PackageDraft(choose_slug(path.with_suffix(""), slug))
    sizes = _shrink(draft, task, path.name)
    draws = _write_draws(task, path.name)
    lines = f"{path.name}:{task.forward.lineno}-{task.forward.end_lineno}"
    unwritten = _UNWRITTEN.format(model=MODEL, place=lines, parameters=", ".join(task.names))
    draft.files |= {
        "statement.md": _write_statement(task, source),
        "lesson.md": LESSON,
        "hints.md": HINTS,
        "starter.py": f"def forward({', '.join(task.names)}):\n    ...\n",
        "cases.py": _CASES.format(inputs=INPUTS, constants=sizes, draws=draws),
    }
    draft.solutions |= {"reference.py": unwritten, "accepted/canonical.py": unwritten}
    draft.add_yaml(
        "submissions.yaml", {"accepted": {"canonical.py": "To be written in JAX."}, "rejected": {}}, solutions=True
    )
    draft.add_yaml("problem.yaml", _make_manifest(draft.slug, task))
    draft.taken.append(f"the parameters of {MODEL}.forward, and inputs as {INPUTS} draws them")
    draft.left.append(
        f"{lines}: what {MODEL} computes is PyTorch's; until you write it in JAX, this can't be published"
    )
    draft.left += _list_torch(task, path.name)
    draft.left.append("timing and speed-up: time is not judged here; see the check `cost`")
    draft.left += ["credits and license", MADE_UP]
    return draft


def _read(tree: ast.Module, file: str) -> TorchTask:
    model = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == MODEL)
    inputs = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == INPUTS)
    forward = next((node for node in model.body if isinstance(node, ast.FunctionDef) and node.name == "forward"), None)
    if forward is None or len(forward.args.args) < 2 or forward.args.vararg or forward.args.kwarg:  # noqa: PLR2004 - with `self`
        message = f"`{MODEL}` has no `forward` with parameters that have names"
        raise PackageError(message, file=file, line=model.lineno)
    constants = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and is_plain(inline(node.value, {}))
    }
    return TorchTask(model, forward, inputs, constants, [one.arg for one in forward.args.args[1:]])


def _shrink(draft: PackageDraft, task: TorchTask, file: str) -> str:
    """Return the task's constants as code, with large sizes divided by one power of two, which keeps their ratios."""
    sizes = {name: _sizes_in(node) for name, node in task.constants.items()}
    largest, halvings = max((size for found in sizes.values() for size in found), default=0), 0
    while largest >> halvings > LARGEST:
        halvings += 1
    lines = []
    for name, node in task.constants.items():
        told = ast.unparse(inline(node, {}))
        if not halvings or max(sizes[name], default=0) <= SMALL:
            lines.append(f"{name} = {told}")
            continue
        fewer = [size if size <= SMALL else max(size >> halvings, 2) for size in sizes[name]]
        smaller = str(fewer[0] if isinstance(node, ast.Constant) else tuple(fewer))
        lines.append(f"{name} = {smaller}  # {told} in the task")
        draft.left.append(f"{file}:{node.lineno}: {name} = {told}, which is {smaller} here, so that a case is quick")
    return "\n".join([*lines, ""]) if lines else ""


def _sizes_in(node: ast.expr) -> list[int]:
    """Return the sizes that a constant consists of: one integer, or those of a tuple or list; none for other kinds."""
    match node:
        case ast.Constant(value=int(size)) if not isinstance(size, bool):
            return [size]
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            found = [_sizes_in(element) for element in elements]
            return [size for one in found for size in one] if all(found) else []
    return []


def _write_draws(task: TorchTask, file: str) -> str:
    """Return the code of a dict of inputs by parameter; raises `PackageError` for unknown kinds of inputs."""
    known: dict[str, ast.expr] = {}
    given: list[ast.expr] | None = None
    for statement in task.inputs.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                known[name] = _put_in(value, known)
            case ast.Return(value=ast.List(elts=elements) | ast.Tuple(elts=elements)):
                given = [_put_in(one, known) for one in elements]
    if given is None or len(given) > len(task.names):
        message = f"`{INPUTS}` doesn't return a list of the inputs of `forward`"
        raise PackageError(message, file=file, line=task.inputs.lineno)
    parts = []
    for name, node in zip(task.names, given, strict=False):
        code = _translate(node, task)
        if code is None:
            message = f"the input `{ast.unparse(node)[:80]}` can't be brought over"
            raise PackageError(message, file=file, line=task.inputs.lineno, suggestion="use torch.rand or torch.randn")
        parts.append(f"{name!r}: {code}")
    missing = task.names[len(given) :]
    if missing:
        raise PackageError(f"`{INPUTS}` gives nothing for `{missing[0]}`", file=file, line=task.inputs.lineno)
    return "{" + ", ".join(parts) + "}"


def _put_in(node: ast.expr, known: dict[str, ast.expr]) -> ast.expr:
    """Return an expression with a function's local names replaced by their assigned values."""
    return inline(copy.deepcopy(node), known)


def _translate(node: ast.expr, task: TorchTask) -> str | None:
    """Return NumPy code for an input that torch makes; None if it is of an unknown kind."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="torch"), attr=name), args=sizes) if name in DRAWS and sizes:
            if not all(_is_size(one.value if isinstance(one, ast.Starred) else one, task) for one in sizes):
                return None
            shape = ", ".join(map(ast.unparse, sizes))
            if len(sizes) == 1 and isinstance(sizes[0], ast.Tuple | ast.List):
                return DRAWS[name].format(shape=shape)
            return DRAWS[name].format(shape=f"({shape},)")
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div(), right=right):
            sides = [_translate(one, task) for one in (left, right)]
            if None in sides:
                return None
            sign = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}[type(node.op)]
            return (
                f"({sides[0]} {sign} np.float32({sides[1]}))"
                if _is_size(right, task)
                else f"({sides[0]} {sign} {sides[1]})"
            )
    return ast.unparse(node) if _is_size(node, task) else None


def _is_size(node: ast.expr, task: TorchTask) -> bool:
    """Return whether an expression consists of numbers and the task's constants."""
    return is_plain(inline(copy.deepcopy(node), task.constants))


def _list_torch(task: TorchTask, file: str) -> list[str]:
    """Return a line for each call of torch in the model, and one for each layer, which has weights."""
    told = {}
    for node in ast.walk(task.model):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = ast.unparse(node.func)
            if name.startswith("nn."):
                told[node.lineno, name] = "a layer of PyTorch; what weights it has, the kata must be given"
            elif name.startswith(("torch.", "F.")):
                told[node.lineno, name] = "write it in JAX"
    return [f"{file}:{line}: `{name}`: {why}" for (line, name), why in sorted(told.items())]


def _make_manifest(slug: str, task: TorchTask) -> dict[str, object]:
    title = shorten(slug.replace("_", " ").strip("0123456789 ").capitalize(), slug)
    return base_manifest(title, None) | {
        "credits": "unknown",
        "license": "unknown",
        "entry_point": "forward",
        "parameters": [{"name": name, "type": "an array", "about": "see the statement"} for name in task.names],
        "returns": {"type": "an array", "about": "what the module returns"},
        "checks": {"values": {"tolerance": 64}, "repeat": {"reordered": True}, "inputs_unchanged": {}},
    }


def _write_statement(task: TorchTask, source: str) -> str:
    told = ast.get_docstring(task.model) or ""
    shown = ast.get_source_segment(source, task.model) or ""
    return (
        f"Write `forward({', '.join(task.names)})` in JAX. It computes what this module of PyTorch does.\n\n{told}\n\n"
        f"```python\n{shown}\n```\n"
    )
