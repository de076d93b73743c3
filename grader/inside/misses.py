"""Makes JAX explain misses of its tracing cache, without side effects. Runs inside the sandbox.

With `jax_explain_cache_misses` JAX logs each miss. To compare two pytree structures it would unflatten them around
placeholders, which calls the learner's own `tree_unflatten` unexpectedly, and could raise an exception there. So this
module compares structures itself, in the wording of JAX's log, and leaves out a comparison that fails.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from jax._src import config
from jax._src.interpreters import partial_eval

from grader.inside.arguments import write_value
from grader.inside.closing import close
from grader.inside.reading import describe_all

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Difference = tuple[int, int, str]

LOGGERS = ("jax._src.interpreters.partial_eval", "jax._src.compiler", "jax._src.compilation_cache")
"""The loggers that JAX uses when the setting is on, for traces and for compiled programs."""
UNAVAILABLE: tuple[int, int, str] = (4, 0, "cache miss explanation unavailable")
NO_NODE: tuple[Any, Any] = (None, None)
MAX_DIFFERENCES = 4


def explain_misses(tell: Callable[[str], None]) -> None:
    """Turn explanations on: `tell` gets the text of each, and they are logged only if the submission asks for them."""
    asked = {"globally": False, "here": False}

    def keep(record: logging.LogRecord) -> bool:
        text = str(record.msg)
        if text.startswith("TRACING CACHE MISS"):
            tell(text)
        return asked["globally"] or asked["here"] or "cache" not in text.lower()

    def note_globally(value: object) -> None:
        asked["globally"] = value is True
        setting.set_global(True)

    def note_here(value: object) -> None:
        asked["here"] = value is True

    closed = close(keep)
    for name in LOGGERS:
        logging.getLogger(name).addFilter(closed)
    module: Any = partial_eval
    module.diff_trees = close(diff_trees)
    module.diff_tracing_cache_keys = close(never_raising(module.diff_tracing_cache_keys))
    setting: Any = config.explain_cache_misses
    setting._add_hooks(close(note_globally), close(note_here))  # noqa: SLF001 - JAX has no public way
    asked["globally"] = False


def never_raising(diff: Callable[[Any, Any], Difference]) -> Callable[[Any, Any], Difference]:
    """Return a comparison of two cache keys that returns `UNAVAILABLE` if JAX's own comparison `diff` fails."""

    def diff_or_nothing(new_key: object, old_key: object) -> Difference:
        try:
            return diff(new_key, old_key)
        except Exception:  # noqa: BLE001 - JAX's own code, for keys of any kind
            return UNAVAILABLE

    return diff_or_nothing


def diff_trees(new: Any, old: Any) -> Difference | None:  # noqa: ANN401 - PyTreeDefs
    """Return how two structures differ, as JAX's function of this name does: severity, number, and text.

    This doesn't call any code of the submission: data are compared by their contents.
    """
    found = [
        f"  * at input path {path}, now {now} and before {before}, so {why}"
        for path, now, before, why in _differences("", new, old)
    ]
    if not found:
        return None
    return 1, len(found), "different input pytree:\n" + "\n".join(found[:MAX_DIFFERENCES])


def _differences(path: str, new: Any, old: Any) -> Iterator[tuple[str, str, str, str]]:  # noqa: ANN401 - PyTreeDefs
    """Yield the differences between two structures. The path doesn't name the children of a registered class."""
    cls, data = new.node_data() or NO_NODE
    old_cls, old_data = old.node_data() or NO_NODE
    news, olds, name = new.children(), old.children(), _name(cls, new)
    same = cls is old_cls and (cls in (None, tuple, list) or describe_all(data) == describe_all(old_data))
    if cls is not old_cls or (cls is None and new.num_leaves != old.num_leaves):
        yield path, name, _name(old_cls, old), "their Python types differ"
    elif cls in (tuple, list) and len(news) != len(olds):
        yield path, f"{name} of length {len(news)}", f"{name} of length {len(olds)}", "the lengths do not match"
    elif not same and cls is dict:
        keys, old_keys = ({write_value(key) for key in one} for one in (data, old_data))
        why = "the numbers of children do not match, with the symmetric difference of key sets: "
        why += f"{{{', '.join(sorted(keys ^ old_keys))}}}"
        yield path, f"{name} with {len(news)} children", f"{name} with {len(olds)} children", why
    elif not same:
        now, before = (f"{name} with pytree metadata {write_value(one)}" for one in (data, old_data))
        yield path, now, before, "the pytree node metadata does not match"
    for index, (new_child, old_child) in enumerate(zip(news, olds, strict=False)):
        step = f"[{write_value(data[index])}]" if cls is dict else f"[{index}]" if cls in (tuple, list) else ""
        if cls is old_cls and (cls is not dict or same):
            yield from _differences(path + step, new_child, old_child)


def _name(cls: Any, tree: Any) -> str:  # noqa: ANN401 - a class or None, a PyTreeDef
    if cls is None:
        return "an array" if tree.num_leaves else "None"
    return f"<class '{cls.__module__}.{cls.__qualname__}'>"
