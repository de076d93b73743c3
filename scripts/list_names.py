"""Write the names that the editor completes: the public names of the installed JAX, Flax NNX and Optax.

    python scripts/list_names.py FILE

The file is JSON and lists each module's names as `[name, kind, signature, summary]`. It is written at set-up, in a
separate process, since the service itself never loads JAX.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import json
import re
import sys
import warnings
from pathlib import Path
from typing import Final

MODULES: Final = (
    "jax",
    "jax.lax",
    "jax.nn",
    "jax.nn.initializers",
    "jax.numpy",
    "jax.numpy.linalg",
    "jax.random",
    "jax.scipy.special",
    "jax.sharding",
    "jax.tree",
    "jax.tree_util",
    "flax.nnx",
    "optax",
)
MAX_SIGNATURE: Final = 160
MAX_SUMMARY: Final = 140
ADDRESS: Final = re.compile(r" at 0x[0-9a-f]+")
OBJECT: Final = re.compile(r"<[\w.]+ object>|<function [\w.<>]+?>(?=[,)\s])")
"""The representation of a default value that has no readable one."""
CLASS: Final = re.compile(r"<class '(?:[\w.]+\.)?(\w+)'>")


def list_names(module_name: str) -> list[list[str]]:
    """Return the public names of a module, sorted, each with kind, signature and first sentence."""
    module = importlib.import_module(module_name)
    names = getattr(module, "__all__", None) or dir(module)
    found = []
    for name in sorted(set(names)):
        if name.startswith("_"):
            continue
        with contextlib.suppress(AttributeError):
            value = getattr(module, name)
            found.append([name, find_kind(value), find_signature(value), find_summary(value)])
    return found


def find_kind(value: object) -> str:
    """Return CodeMirror's word for the kind of `value`."""
    if inspect.ismodule(value):
        return "namespace"
    if inspect.isclass(value):
        return "class"
    return "function" if callable(value) else "constant"


def find_signature(value: object) -> str:
    """Return a signature such as `(a, b=1)`; empty if `value` can't be called or has none."""
    if not callable(value):
        return ""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return ""
    if isinstance(value, type):
        signature = _of_class(value, signature)
    bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in signature.parameters.values()]
    text = str(signature.replace(parameters=bare, return_annotation=inspect.Signature.empty))
    text = CLASS.sub(r"\1", OBJECT.sub("…", ADDRESS.sub("", text)))
    return text if len(text) <= MAX_SIGNATURE else f"{text[: MAX_SIGNATURE - 2]}…)"


def _of_class(value: type, signature: inspect.Signature) -> inspect.Signature:
    """Return a class's signature, from its `__init__` if the metaclass accepts any arguments."""
    kinds = [parameter.kind for parameter in signature.parameters.values()]
    if kinds != [inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD]:
        return signature
    if value.__init__ is object.__init__:  # type: ignore[misc]  # only compared
        return inspect.Signature()
    try:
        own = inspect.signature(value.__init__)  # type: ignore[misc]  # only read
    except (TypeError, ValueError):
        return signature
    return own.replace(parameters=list(own.parameters.values())[1:])


def find_summary(value: object) -> str:
    """Return the first sentence of the documentation, without markup."""
    if isinstance(value, int | float | str | tuple | dict) or inspect.ismodule(value):
        return ""
    paragraph = (inspect.getdoc(value) or "").split("\n\n")[0]
    text = re.sub(r":\w+:`~?([^`]*)`", r"\1", " ".join(paragraph.split())).replace("``", "`")
    first = text.split(". ")[0].rstrip(".")
    return first if len(first) <= MAX_SUMMARY else f"{first[: MAX_SUMMARY - 1]}…"


def main() -> int:
    """Write the file named on the command line; return the exit status."""
    warnings.simplefilter("ignore")
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    listing = {name: list_names(name) for name in MODULES}
    target.write_text(json.dumps(listing, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
