"""Imports KernelBot's task folders, in the format of its public collections of kernels.

The importer expects `task.yml` with `description`, `tests` and `benchmarks` (lists of keyword arguments), time limits
and `lang`; `reference.py` defines `generate_input(**test)` and `ref_kernel(data)`; a submission defines
`custom_kernel(data)`. Only Python is imported. Timing and ranking have no counterpart here (decision 8).
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field

from grader.errors import PackageError
from grader.package.importers.draft import (
    HINTS,
    LESSON,
    MADE_UP,
    PackageDraft,
    base_manifest,
    choose_slug,
    read_file,
    shorten,
)
from grader.package.strict_yaml import parse_yaml

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = "task.yml"
MAX_TESTS = 40
_FOREIGN = ("torch", "triton", "cupy", "tilelang", "cutlass")

_CASES = '''\
"""Inputs made by the task's own `generate_input`, below. Samples are its tests; the pool has other seeds."""

import jax
import numpy as np

from grader.inside.authoring import Call, Case

TESTS = {tests}
POOL = {pool}


def make_case(name, arguments):
    """Make a case of a test; its second call has another seed, so that a remembered answer is noticed."""
    label = ", ".join(f"{{key}}={{value}}" for key, value in arguments.items() if key != "seed")
    other = arguments | ({{"seed": arguments["seed"] + 1}} if "seed" in arguments else {{}})
    draws = [jax.tree.map(np.asarray, generate_input(**one)) for one in (arguments, other)]
    return Case(name, label, [Call({{"data": data}}) for data in draws])


def samples():
    return [make_case(f"test-{{i + 1}}", arguments) for i, arguments in enumerate(TESTS)]


def pool(rng):
    seeds = rng.integers(0, 2**31, size=len(POOL))
    return [
        make_case(f"hidden-{{i + 1}}", arguments | ({{"seed": int(seed)}} if "seed" in arguments else {{}}))
        for i, (arguments, seed) in enumerate(zip(POOL, seeds, strict=True))
    ]


# The task's reference.py, as it was imported.
{reference}
'''


class TaskFile(BaseModel):
    """The keys of `task.yml` that are read; others are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    name: str = ""
    description: str = ""
    lang: str = "py"
    tests: list[dict[str, int | float | bool | str]] = Field(min_length=1)
    benchmarks: list[dict[str, int | float | bool | str]] = []
    test_timeout: float | None = None


def import_task(folder: Path, slug: str | None = None) -> PackageDraft:
    """Return a draft of the task in `folder`; raises `PackageError`."""
    path = folder / MANIFEST
    task = parse_yaml(TaskFile, read_file(folder, path), path)
    if task.lang not in ("py", "python"):
        raise PackageError(
            f"the task is in {task.lang!r}; only Python tasks can be imported", file=str(path), key="lang"
        )
    reference = read_file(folder, folder / "reference.py")
    draft = PackageDraft(choose_slug(folder, slug))
    for line, name in _examine(reference, folder / "reference.py"):
        draft.left.append(f"reference.py:{line}: it imports {name}, which no sandbox has; rewrite it with jax or numpy")
    _add_manifest(draft, task)
    tests, pool = task.tests[:MAX_TESTS], [*task.tests, *task.benchmarks][:MAX_TESTS]
    draft.files |= {
        "statement.md": task.description.strip() + "\n\nWrite `custom_kernel(data)`.\n",
        "lesson.md": LESSON,
        "hints.md": HINTS,
        "starter.py": "def custom_kernel(data):\n    return data  # your code here\n",
        "cases.py": _CASES.format(tests=_write(tests), pool=_write(pool * 2), reference=reference),
    }
    renamed = reference + "\n\ncustom_kernel = ref_kernel\n"
    draft.solutions |= {"reference.py": renamed, "accepted/canonical.py": renamed}
    listing = {"accepted": {"canonical.py": "The task's own reference."}, "rejected": {}}
    draft.add_yaml("submissions.yaml", listing, solutions=True)
    draft.taken.append(f"{len(tests)} tests as samples, and {len(pool)} tests and benchmarks, twice, as hidden cases")
    draft.taken.append("reference.py as the reference and as the canonical solution")
    _report_rest(draft, folder, task)
    return draft


def _examine(source: str, path: Path) -> list[tuple[int, str]]:
    """Return the lines and names of imports that no sandbox has; raise `PackageError` if a function is missing."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise PackageError(f"this is not valid Python: {error}", file=str(path)) from error
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for name in ("generate_input", "ref_kernel"):
        if name not in defined:
            raise PackageError(f"it does not define `{name}`", file=str(path), suggestion=f"define {name} at the top")
    imported = {
        (node.lineno, alias.name) for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    }
    imported |= {(node.lineno, node.module or "") for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    named = {(line, name.partition(".")[0]) for line, name in imported}
    return sorted((line, name) for line, name in named if name in _FOREIGN)


def _add_manifest(draft: PackageDraft, task: TaskFile) -> None:
    manifest = base_manifest(shorten(task.name, draft.slug), None) | {
        "credits": "unknown",
        "license": "unknown",
        "entry_point": "custom_kernel",
        "parameters": [{"name": "data", "type": "pytree", "about": "what `generate_input` makes"}],
        "returns": {"type": "pytree", "about": "what `ref_kernel` returns"},
        "checks": {"values": {"tolerance": 64}, "repeat": {"reordered": True}, "inputs_unchanged": {}},
    }
    if task.test_timeout is not None and 0 < task.test_timeout <= 600:  # noqa: PLR2004 - a manifest's maximum
        manifest["limits"] = {"time_limit": task.test_timeout}
    draft.add_yaml("problem.yaml", manifest)


def _report_rest(draft: PackageDraft, folder: Path, task: TaskFile) -> None:
    draft.left.append("custom tolerances of check_implementation: values are compared with 64 eps; see checks.values")
    if task.benchmarks:
        draft.left.append("timing and ranking of the benchmarks: time is not judged here; see the check `cost`")
    for name in ("eval.py", "utils.py", "task.py", "template.py"):
        if (folder / name).exists():
            draft.left.append(f"{name}: copy the parts that reference.py needs into reference.py and cases.py")
    draft.left.append("credits and license, which the task does not name")
    draft.left.append(MADE_UP)


def _write(tests: list[dict[str, Any]]) -> str:
    return "[\n" + "".join(f"    {test!r},\n" for test in tests) + "]"
