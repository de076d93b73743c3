"""Detects the language of another platform's submissions: Python 3 is imported, others are reported.

Packages use the suffix `.py` for Python 2 and 3. A program counts as Python 2, which is never imported, if its name or
its first line says so, if Python 3 can't parse it, or if it uses names that only Python 2 has.
"""

from __future__ import annotations

import ast
import re

ONLY_TWO = frozenset({"raw_input", "xrange", "unichr", "basestring", "long", "unicode", "reduce", "cmp"})
"""Builtins that Python 3 no longer has."""
LANGUAGES = {
    ".c": "C", ".cc": "C++", ".cpp": "C++", ".cxx": "C++", ".cs": "C#", ".go": "Go", ".hs": "Haskell", ".java": "Java",
    ".js": "JavaScript", ".kt": "Kotlin", ".ml": "OCaml", ".pas": "Pascal", ".php": "PHP", ".pl": "Prolog or Perl",
    ".rb": "Ruby", ".rs": "Rust", ".scala": "Scala",
}  # fmt: skip
_SHEBANG = re.compile(r"#!.*\bpython2")


def find_objection(name: str, source: str) -> str | None:
    """Return why a program isn't imported, with its line if there is one: `:3: Python 2`; None for Python 3."""
    suffix = f".{name.rpartition('.')[2]}" if "." in name else ""
    if suffix == ".py2":
        return ": Python 2"
    if suffix not in {".py", ".py3"}:
        return f": {LANGUAGES.get(suffix, 'no Python')}"
    if _SHEBANG.match(source):
        return ":1: Python 2, says its first line"
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        return f":{error.lineno or 1}: not Python 3 ({error.msg})"
    except (ValueError, RecursionError, MemoryError):
        return ": not Python 3"
    return _find_old_name(tree)


def _find_old_name(tree: ast.Module) -> str | None:
    """Return where a program first uses a name that only Python 2 has and that it doesn't define, or None."""
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    own = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    own |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    own |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            own |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    old = sorted((node.lineno, node.id) for node in names if node.id in ONLY_TWO - own)
    return f":{old[0][0]}: Python 2, for it uses `{old[0][1]}`" if old else None
