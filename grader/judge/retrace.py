"""Says why JAX traced a function again: which argument changed, or which other part of the cache key, and how.

JAX logs each miss of its trace cache (`TraceEvidence.miss`, see `grader.inside.misses`). The log has a head with the
kind of miss, then the parts of the key that differ from the closest earlier key. If the log gives no cause, the
function's arguments (`TraceEvidence.arguments`) are compared with earlier ones. Both come from a learner's process, so
they only provide text for a sentence and decide no verdict. In a hidden case no value, type or shape is shown.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from grader.judge.retrace_words import ALSO, HINTS, WORDS, type_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.judge.evidence import Argument, TraceEvidence, WrapperEvidence

LOOPS: Final = {name: name for name in ("scan", "while_loop", "fori_loop", "map", "cond", "switch")} | {
    "while": "while_loop"
}
"""JAX's names in traces for control flow that is called outside of any jitted function, and the calls' own names."""
FUNCTIONS: Final = {"function", "method", "partial", "Partial", "PjitFunction", "custom_jvp", "custom_vjp"}
"""The classes of functions, to which nobody can add an `__eq__`."""
MAX_SHOWN: Final = 80
_NEVER_SEEN: Final = "never seen function"
_ID: Final = re.compile(r" id=(\d+)")
_CALLED: Final = re.compile(r"TRACING CACHE MISS at solution\.py:(\d+)")
_SETTING: Final = re.compile(r"^  \* (\w+) differs: now (.*) and before (.*)$", re.MULTILINE)
_TYPE: Final = re.compile(r"^  \* at (.+?), now (\S+) and before (\S+?)(?:https://\S*)?$", re.MULTILINE)
_AT_PATH: Final = "  * at input path "
_METADATA: Final = re.compile(r"<class '(?P<cls>[^']*)'> with pytree metadata (?P<data>.*)", re.DOTALL)
_PLACE: Final = re.compile(r"@\w+|(?<=\])[({].*")
"""What a type says besides dtype and shape."""
_STEP: Final = re.compile(r"\[(\d+)\]")
_KEY: Final = re.compile(r"'([^']+)'")


@dataclass(frozen=True)
class Cause:
    """The cause of a trace: a stable code, and the words that fill its sentence."""

    code: str
    argument: str = ""
    before: str = ""
    now: str = ""
    line: int | None = None


@dataclass(frozen=True)
class Retrace:
    """One unexpected trace, explained: `message` is what happened, `hint` what to change, `line` where to look."""

    function: str
    cause: Cause
    message: str
    hint: str
    line: int | None


def explain_retrace(
    trace: TraceEvidence,
    earlier: Sequence[TraceEvidence],
    wrappers: Sequence[WrapperEvidence],
    *,
    hidden: bool,
    wrapper: str = "`jax.jit`",
) -> Retrace:
    """Explain `trace`, given the earlier traces of the same case and the jitted functions made until then.

    `wrapper` names the wrapper with which functions are jitted in this problem.
    """
    same = [other for other in earlier if (other.name, other.line) == (trace.name, trace.line)]
    cause = _find_cause(trace, same, wrappers)
    named = not hidden or trace.name in LOOPS or any(entered.name == trace.name for entered in trace.entered)
    function = LOOPS.get(trace.name, trace.name) if named else "the function"
    known = {argument.path for argument in trace.arguments or ()}
    if hidden:
        root = _find_root(cause.argument)
        cause = Cause(cause.code, root if root in known else "", line=cause.line)
    line = cause.line or trace.line
    place = {"function": function, "line": "?" if line is None else str(line), "wrapper": wrapper}
    place["also"] = ALSO.get(function, "")
    argument = f"`{cause.argument}`" if cause.argument else "an argument"
    with_values = bool(cause.before or cause.now)
    words = WORDS[cause.code][0 if with_values else 1]
    message = words.format(argument=argument, before=cause.before, now=cause.now, **place)
    return Retrace(function, cause, message, HINTS[cause.code].format(argument=argument, **place), line)


def _find_cause(trace: TraceEvidence, same: Sequence[TraceEvidence], wrappers: Sequence[WrapperEvidence]) -> Cause:
    miss = trace.miss or ""
    made_inside = [note for note in wrappers if note.in_call and not note.traced]
    made = next((note for note in reversed(made_inside) if note.name == trace.name), None)
    first_of_library = made is not None and made.defined is None and not same
    if trace.name in LOOPS and all(entered.name != trace.name for entered in trace.entered):
        return _explain_loop(trace, made)
    if _NEVER_SEEN in miss:
        if made_inside and (made is not None or same) and not first_of_library:
            return Cause("new_function", line=(made or made_inside[-1]).line)
        if not same:
            return Cause("another_function", line=trace.line)
        ids = {number[1] for other in (*same, trace) if (number := _ID.search(other.miss or ""))}
        return Cause("cache_cleared" if len(ids) == 1 else "new_function", line=trace.line)
    if "Tracing context doesn't match" in miss:
        setting = _SETTING.search(miss)
        name, now, before = setting.groups() if setting else ("", "", "")
        return Cause("configuration", name, _short(before), _short(now), trace.line)
    roots = list(
        dict.fromkeys(argument.path for argument in trace.arguments or () if re.fullmatch(r"\w+", argument.path))
    )
    found: Cause | None = None
    if "different input pytree" in miss:
        found = _compare_trees(miss, roots)
    elif "different input types" in miss:
        found = _compare_types(miss)
    found = _look_at_arguments(trace, same, found)
    if found is None and made is not None and (first_of_library or made.defined is not None):
        found = Cause("another_function" if first_of_library else "new_function", line=made.line)
    found = found or Cause("unknown")
    static = next((note.line for note in wrappers if note.static), None) if found.code.startswith("static") else None
    return Cause(found.code, found.argument, found.before, found.now, static or trace.line)


def _explain_loop(trace: TraceEvidence, made: WrapperEvidence | None) -> Cause:
    """Explain a loop that runs by itself or is jitted anew, as by `jax.jit(functools.partial(lax.scan, step))`."""
    if made is not None:
        return Cause("new_function", line=made.line)
    called = _CALLED.search(trace.miss or "")
    return Cause("eager_loop", line=int(called[1]) if called else trace.line)


def _compare_types(miss: str) -> Cause | None:
    """Return the cause for the first argument whose abstract value differs in JAX's log, or None."""
    for name, now, before in _TYPE.findall(miss):
        return _name_types(name, type_in_words(before), type_in_words(now))
    return None


def _name_types(argument: str, before: str, now: str) -> Cause:
    """Return the cause for two different types in words, such as `float32[3]` and `weak float32[]`."""
    (old_kind, old_shape), (new_kind, new_shape) = (_PLACE.sub("", text).partition("[")[::2] for text in (before, now))
    kinds = [(old_kind, old_shape), (new_kind, new_shape)]
    if old_shape != new_shape:
        scalar = any(kind.startswith("weak ") and shape == "]" for kind, shape in kinds)
        code = "scalar" if scalar else "shape"
    elif old_kind.removeprefix("weak ") != new_kind.removeprefix("weak "):
        code = "dtype"
    else:
        code = "weak_type" if old_kind != new_kind else "placement"
    return Cause(code, argument, before, now)


def _compare_trees(miss: str, roots: Sequence[str]) -> Cause | None:
    """Return the first difference of pytree structure in JAX's log.

    Its paths begin with [0] for arguments passed by position and with [1] for those passed by name.
    """
    differences = [_split_difference(text) for text in miss.split(_AT_PATH)[1:]]
    top = {path: (now, before, why) for path, now, before, why in differences if path in ("[0]", "[1]")}
    if "[1]" in top:
        key = _KEY.search(top["[1]"][2])
        return Cause("positional_keyword" if "[0]" in top else "keyword_given", key[1] if key else "")
    if "[0]" in top:
        counts = [re.search(r"length (\d+)", top["[0]"][side]) for side in (1, 0)]
        before, now = (found[1] if found else "" for found in counts)
        return Cause("argument_count", "", before, now)
    for path, now, before, why in differences:
        argument = _name_path(path, roots)
        if "metadata" in why or "pytree metadata" in now:
            return _compare_metadata(argument, before, now)
        if "key sets" in why:
            return Cause("keys", argument, "", _short(why.partition("key sets: ")[2]))
        return Cause("structure", argument, _short(_class_in_words(before)), _short(_class_in_words(now)))
    return None


def _split_difference(text: str) -> tuple[str, str, str, str]:
    """Return the parts PATH, NOW, BEFORE and WHY of `PATH, now NOW and before BEFORE, so WHY`."""
    path, _, rest = text.partition(", now ")
    now, _, rest = rest.partition(" and before ")
    before, _, why = rest.rpartition(", so ")
    return path, now, before, why.strip()


def _compare_metadata(argument: str, before: str, now: str) -> Cause:
    old, new = _METADATA.match(before), _METADATA.match(now)
    cls = new["cls"] if new else ""
    if cls.endswith("GraphDef") or argument.endswith("._graphdef"):
        return Cause("module_changed", argument.removesuffix("._graphdef"))
    was, is_now = (found["data"] if found else "" for found in (old, new))
    static = cls.endswith("tree_util.Static")
    if was == is_now and " object>" in was:
        return Cause("static_identity" if static else "aux_identity", argument)
    if was == is_now:  # what differs is not shown
        was = is_now = ""
    if static:
        was, is_now = (text.removeprefix("Static(val=").removesuffix(")") for text in (was, is_now))
    code = "static_value" if static else "aux_order" if _is_reordered(was, is_now) else "aux_value"
    return Cause(code, argument, _short(was), _short(is_now))


def _is_reordered(was: str, is_now: str) -> bool:
    """Return whether two texts hold the same items of a dict in a different order."""
    try:
        old, new = ast.literal_eval(was), ast.literal_eval(is_now)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return False
    return bool(old != new and _sort_items(old) == _sort_items(new))


def _sort_items(value: object) -> object:
    """Return a literal whose tuples and lists of (name, value) pairs are sorted by name."""
    if not isinstance(value, tuple | list):
        return value
    parts = [_sort_items(part) for part in value]
    pairs = all(isinstance(part, tuple) and len(part) == 2 and isinstance(part[0], str) for part in value)  # noqa: PLR2004
    return sorted(parts, key=repr) if pairs else parts


def _name_path(path: str, roots: Sequence[str]) -> str:
    """Return a path in terms of parameters' names: `[0][1].a` as `box.a`, and `[1]['n']` as `n`."""
    if path.startswith("[1]"):
        key = _KEY.match(path[4:])
        return f"{key[1]}{path[4 + key.end() + 1 :]}" if key else ""
    step = _STEP.match(path[3:])
    if step is None or not path.startswith("[0]"):
        return ""
    index, rest = int(step[1]), path[3 + step.end() :]
    return roots[index] + rest if index < len(roots) else f"argument {index + 1}{rest}"


def _class_in_words(text: str) -> str:
    """Return `<class 'list'>` as `list`, and `tuple of length 2` as it is."""
    return re.sub(r"<class '(?:[^']*\.)?([^'.]+)'>", r"\1", text)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + " …"


def _look_at_arguments(trace: TraceEvidence, same: Sequence[TraceEvidence], logged: Cause | None) -> Cause | None:
    """Return the cause according to the function's arguments where these say more than JAX's log, or the logged one."""
    befores = [{argument.path: argument for argument in other.arguments} for other in same if other.arguments]
    if trace.arguments is None or not befores:
        return logged
    now = {argument.path: argument for argument in trace.arguments}
    if logged is None or logged.code == "module_changed":
        differing = [[path for path in {**now, **before} if now.get(path) != before.get(path)] for before in befores]
        paths, before = min(zip(differing, befores, strict=True), key=lambda pair: len(pair[0]))
        if paths:
            return _compare_leaf(paths[0], before.get(paths[0]), now.get(paths[0]))
    if logged is None or (logged.code.startswith("static") and not logged.now):
        return _find_new_object(list(now.values()), logged.argument if logged else None) or logged
    return logged


def _find_new_object(arguments: Sequence[Argument], static: str | None) -> Cause | None:
    """Return the cause if the static argument, or any if its name isn't known, is or holds an object equal to no other.

    An argument that holds nothing traced is a static one. The first such object counts, but one of JAX's own jitted
    functions, such as `jnp.sin`, only if there is no other: it is rarely made in a call.
    """
    traced = {_find_root(argument.path) for argument in arguments if argument.kind == "traced"}
    unequal = [
        argument
        for argument in arguments
        if (argument.kind == "identity" or argument.text == "method")
        and _find_root(argument.path) not in traced
        and static in (None, _find_root(argument.path))
    ]
    new = min(unequal, key=lambda argument: argument.text == "PjitFunction", default=None)
    if new is None:
        return None
    return Cause("static_function" if new.text in FUNCTIONS else "static_identity", _find_root(new.path))


def _find_root(path: str) -> str:
    """Return the parameter's name with which a path begins."""
    return re.split(r"[.\[]", path)[0]


def _compare_leaf(path: str, before: Argument | None, now: Argument | None) -> Cause:
    if before is None or now is None:
        return Cause("structure", path, before.text if before else "absent", now.text if now else "absent")
    if before.kind == now.kind == "traced":
        return _name_types(path, type_in_words(before.text), type_in_words(now.text))
    if "traced" in (before.kind, now.kind):
        return Cause("static_traced", path, before.text, now.text)
    code = "structure" if "node" in (before.kind, now.kind) else "attribute" if "." in path else "static_value"
    return Cause(code, path, _short(before.text), _short(now.text))
