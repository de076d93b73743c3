"""Plagiarised copies: solutions with changes like those of people who submit another's solution as their own.

Each transformation keeps the solution's behaviour, and returns None if it finds nothing to change. `number` selects a
variant, so that two copies of one solution aren't equal.
"""

from __future__ import annotations

import ast
import io
import tokenize
from typing import TYPE_CHECKING, Final

from grader.publishing.mutation.operators import Target, blocks, in_order, insert, statements
from tests.truth.styles import STYLES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Transformation = Callable[[str, int], "str | None"]

NAMES: Final = (
    *("alpha", "beta", "gamma", "delta", "value", "item", "total", "first", "second", "thing", "result_of", "buffer"),
    *("inner", "outer", "helper", "state_now", "running", "part", "piece", "kept", "made", "given", "count_of", "temp"),
)
REMARKS: Final = tuple(
    f"{verb} {what}."
    for verb in ("Prepare", "Compute", "Return", "Collect", "Check", "Keep")
    for what in ("what comes next", "the part that the task wants", "it as the lecture said", "this once for all")
)
FILLERS: Final = (
    *("unused = 0", "spare = []", "label = 'solution'", "done = not True", "limits = (0, 100)", "debug = {}"),
    *("if False:\n    print('never')", "assert 1 + 1 == 2", "len('text')", "for step in ():\n    print(step)"),
    *("try:\n    pass\nfinally:\n    pass", "version = 1.5", "empty = lambda: None", "while False:\n    pass"),
)
HELPERS: Final = (
    "def check_nothing(values):\n    for value in values:\n        print(value)",
    "def describe(thing):\n    return f'this is {thing} of {type(thing)}'",
    "class Options:\n    verbose = False\n\n    def show(self):\n        print(self.verbose)",
    "def twice(number):\n    if number is None:\n        return 0\n    return number * 2",
    "def log(message, level='info'):\n    lines = [level, message]\n    print(' '.join(lines))",
)


def exact(source: str, _: int) -> str:
    """Leave the source unchanged."""
    return source


def renamed(source: str, number: int) -> str | None:
    """Choose other names for all functions, parameters and variables."""
    tree = ast.parse(source)
    target = Target("", (), 1.0)
    entry = _entry(tree)
    for style in ("renamed_parameters", "renamed_helpers"):
        changed = STYLES[style](tree, target)
        tree = changed or tree
    made = sorted(
        {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name.startswith("my_")}
        | {
            n.arg if isinstance(n, ast.arg) else n.id
            for n in ast.walk(tree)
            if (isinstance(n, ast.arg) and n.arg.endswith("_in"))
            or (isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store) and n.id.startswith("my_"))
        }
    )
    if not made:
        return None
    others = {
        name: f"{NAMES[(index + 7 * number) % len(NAMES)]}{'' if index < len(NAMES) else index}"
        for index, name in enumerate(made)
    }
    others[f"my_{entry}"] = entry
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = others.get(node.id, node.id)
        elif isinstance(node, ast.arg):
            node.arg = others.get(node.arg, node.arg)
        elif isinstance(node, ast.FunctionDef):
            node.name = others.get(node.name, node.name)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            node.names = [others.get(name, name) for name in node.names]
    return _write(tree)


def reordered(source: str, _: int) -> str | None:
    """Change the order of functions, and of neighbouring statements that don't depend on each other."""
    tree = ast.parse(source)
    for block in blocks(tree):
        at = 0
        while at + 1 < len(block):
            if _may_swap(block[at], block[at + 1]):
                block[at], block[at + 1] = block[at + 1], block[at]
                at += 1
            at += 1
    changed = _write(tree)
    return None if changed == _write(ast.parse(source)) else changed


def reformatted(source: str, number: int) -> str:
    """Change the layout: use the standard library's formatting, with a line for each argument."""
    plain = _write(ast.parse(source))
    breaks: dict[int, list[int]] = {}
    depth, texts = 0, 0
    for token in tokenize.generate_tokens(io.StringIO(plain).readline):
        name = tokenize.tok_name[token.type]
        texts += (name == "FSTRING_START") - (name == "FSTRING_END")  # Since Python 3.12, f-strings are several tokens.
        if token.type == tokenize.OP:
            depth += (token.string in {"(", "[", "{"}) - (token.string in {")", "]", "}"})
            if depth and not texts and token.string in ({",", "("} if number % 2 else {","}):
                breaks.setdefault(token.end[0] - 1, []).append(token.end[1])
    lines = plain.splitlines()
    for row, columns in breaks.items():
        for column in reversed(columns):
            lines[row] = lines[row][:column] + "\n" + " " * 8 + lines[row][column:].lstrip()
    return "\n".join(lines) + "\n"


def commented(source: str, number: int) -> str:
    """Remove comments and docstrings, and add different ones."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or statements("pass")
    lines = []
    for index, line in enumerate(_write(tree).splitlines()):
        if index % 3 == number % 3 and line.strip() and not line.lstrip().startswith(("@", ")")):
            indent = " " * (len(line) - len(line.lstrip()))
            lines.append(f"{indent}# {REMARKS[(index + 7 * number) % len(REMARKS)]}")
        lines.append(line)
    return "\n".join(lines) + "\n"


def loops_rewritten(source: str, _: int) -> str | None:
    """Replace `for` with `while`, and list comprehensions with loops that append."""
    tree = ast.parse(source)
    found = STYLES["while_loop"](tree, Target("", (), 1.0)) or tree
    for block in list(blocks(found)):
        for statement in list(block):
            text = _rewrite_loop(statement)
            if text:
                at = block.index(statement)
                block[at : at + 1] = statements(text)
    changed = _write(found)
    return None if changed == _write(ast.parse(source)) else changed


def _rewrite_loop(statement: ast.stmt) -> str:
    """Return different statements with a loop's behaviour; empty if it isn't a loop or can't be rewritten."""
    if isinstance(statement, ast.For) and not statement.orelse:
        body = ast.unparse(ast.Module(statement.body, [])).replace("\n", "\n    ")
        target, source = ast.unparse(statement.target), ast.unparse(statement.iter)
        step = f"    try:\n        {target} = next(items)\n    except StopIteration:\n        break\n"
        return f"items = iter({source})\nwhile True:\n{step}    {body}"
    value = statement.value if isinstance(statement, ast.Assign | ast.Return) else None
    if not isinstance(value, ast.ListComp) or len(value.generators) > 1:
        return ""
    if isinstance(statement, ast.Assign) and not isinstance(statement.targets[0], ast.Name):
        return ""
    (rule,) = value.generators
    name = ast.unparse(statement.targets[0]) if isinstance(statement, ast.Assign) else "results"
    text = f"{name} = []\nfor {ast.unparse(rule.target)} in {ast.unparse(rule.iter)}:\n"
    if rule.ifs:
        text += f"    if not ({' and '.join(f'({ast.unparse(test)})' for test in rule.ifs)}):\n        continue\n"
    text += f"    {name}.append({ast.unparse(value.elt)})"
    return text if isinstance(statement, ast.Assign) else f"{text}\nreturn {name}"


def padded(source: str, number: int) -> str:
    """Add code that does nothing: statements in each function, and an unused function."""
    tree = ast.parse(source)
    functions = [node for node in in_order(tree) if isinstance(node, ast.FunctionDef)]
    for index, function in enumerate(functions):
        at = 1 if ast.get_docstring(function) is not None else 0
        fillers = [FILLERS[(index + 3 * number + 5 * step) % len(FILLERS)] for step in range(2)]
        body = function.body
        function.body = [*body[:at], *statements(fillers[0]), *body[at:]]
        if len(body) > 2 + at:
            middle = len(function.body) // 2
            function.body[middle:middle] = statements(fillers[1])
    return _write(insert(tree, HELPERS[number % len(HELPERS)]))


def disguised(source: str, number: int) -> str:
    """Apply all transformations."""
    for transformation in (loops_rewritten, reordered, padded, renamed, commented, reformatted):
        source = transformation(source, number) or source
    return source


TRANSFORMATIONS: Final[dict[str, Transformation]] = {
    made.__name__: made
    for made in (exact, renamed, reordered, reformatted, commented, loops_rewritten, padded, disguised)
}


def _write(tree: ast.Module) -> str:
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _entry(tree: ast.Module) -> str:
    """Return the last function's name: solutions end with their entry point."""
    return next((node.name for node in reversed(tree.body) if isinstance(node, ast.FunctionDef)), "")


def _may_swap(first: ast.stmt, second: ast.stmt) -> bool:
    """Return whether two statements can be swapped: two plain functions, or two independent assignments."""
    if isinstance(first, ast.FunctionDef) and isinstance(second, ast.FunctionDef):
        return not (_names(first.decorator_list) & {second.name} or _names(second.decorator_list) & {first.name})
    if not (isinstance(first, ast.Assign) and isinstance(second, ast.Assign)):
        return False
    return not (_stored(first) & _names([second]) or _stored(second) & _names([first])) and not any(
        isinstance(node, ast.Call | ast.Attribute) and isinstance(getattr(node, "ctx", ast.Load()), ast.Store)
        for statement in (first, second)
        for node in ast.walk(statement)
    )


def _names(nodes: Sequence[ast.AST]) -> set[str]:
    return {name.id for node in nodes for name in ast.walk(node) if isinstance(name, ast.Name)}


def _stored(statement: ast.stmt) -> set[str]:
    return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
