"""YAML files as strict types: each error is reported with file, line, key and a suggestion.

These files hold data that a person wrote. Features that only an attack needs are refused: anchors and aliases, which
can expand a few lines to megabytes; unlimited nesting; text that is not Unicode. Nothing in a file can create an
arbitrary Python object.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from grader.errors import PackageError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

Model = TypeVar("Model", bound=BaseModel)

MAX_DEPTH = 20
"""The maximum nesting depth of lists and mappings."""


def parse_yaml(model: type[Model], text: str, path: Path) -> Model:
    """Parse the `text` of the file `path` as a `model`; raise `PackageError` for the first error."""
    node, data = load_yaml(text, path)
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise _convert_error(error, model, node, path) from error


def load_yaml(text: str, path: Path) -> tuple[yaml.Node | None, Any]:
    """Return the root node and the value of the `text` of the file `path`; raise `PackageError` if it isn't plain YAML.

    The value is a tree: no part of it occurs twice.
    """
    try:
        _refuse_tricks(text, path)
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        _refuse_repeated_keys(node, path)
        return node, yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else None
        problem = getattr(error, "problem", None) or "it can't be parsed"
        raise PackageError(f"not valid YAML: {problem}", file=str(path), line=line) from error
    except ValueError as error:  # an impossible date, or a number with many thousand digits
        raise PackageError(f"not valid YAML: {error}", file=str(path), suggestion="put texts in quotes") from error


def read_scalar(text: str, key: str) -> str | None:
    """Return the scalar value of a top-level `key` of a YAML file that may be unfinished or invalid elsewhere.

    Return None if there is no such key, if its value is a list or a mapping, or if the file can't be parsed up to it.
    """
    depth, nodes, wanted = 0, 0, False  # `nodes` counts the outermost mapping's keys and values, which alternate
    try:
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            if depth == 1 and isinstance(event, yaml.NodeEvent):
                value = str(event.value) if isinstance(event, yaml.ScalarEvent) else None
                if wanted:
                    return value if value is not None and is_unicode(value) else None
                wanted = nodes % 2 == 0 and value == key
                nodes += 1
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > MAX_DEPTH:  # The parser's time is quadratic in the depth.
                break
    except (yaml.YAMLError, ValueError):
        pass
    return None


def line_of(path: Path, location: tuple[Any, ...]) -> int | None:
    """Return the line (from 1) of the deepest existing part of `location` in the file `path`, which must parse."""
    return _line_of(yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.SafeLoader), location)


def suggest(word: str, known: Iterable[str]) -> str:
    """Return a suggestion for the author of `word`: a similar known name, or all of them."""
    known = list(known)
    near = difflib.get_close_matches(word, known, n=1)
    return f"did you mean {near[0]!r}?" if near else f"expected one of: {', '.join(known)}"


def _convert_error(error: ValidationError, model: type[BaseModel], node: yaml.Node | None, path: Path) -> PackageError:
    """Convert the first of pydantic's errors to one for the author."""
    found = error.errors()
    # A misspelt key is reported before a missing one.
    first = next((one for one in found if one["type"] == "extra_forbidden"), found[0])
    # Pydantic adds the names of union members and validators, which are never keys of the file.
    location = tuple(part for part in first["loc"] if not (isinstance(part, str) and part.startswith("function-")))
    key = ".".join(str(part) for part in location) or None
    suggestion = None
    message = first["msg"]
    if first["type"] == "extra_forbidden":
        message = "unknown key"
        suggestion = suggest(str(location[-1]), _keys_at(model, location[:-1]))
    elif first["type"] == "missing":
        message, suggestion = "the key is missing", f"add `{location[-1]}`"
    return PackageError(message, file=str(path), line=_line_of(node, location), key=key, suggestion=suggestion)


def _refuse_tricks(text: str, path: Path) -> None:
    """Refuse features that no author needs. This uses parser events only, so it never builds a tree from an attack."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        line = event.start_mark.line + 1 if event.start_mark is not None else None
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            message, advice = "anchors (&) and aliases (*) are not allowed", "write it out, or put the text in quotes"
            raise PackageError(message, file=str(path), line=line, suggestion=advice)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > MAX_DEPTH:
            raise PackageError(f"this is nested more than {MAX_DEPTH} deep", file=str(path), line=line)
        if isinstance(event, yaml.ScalarEvent) and not is_unicode(event.value):
            raise PackageError("half of a surrogate pair, which is no character", file=str(path), line=line)


def is_unicode(text: str) -> bool:
    """Return whether a text can be encoded as UTF-8, unlike some texts that YAML's escapes can express."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _refuse_repeated_keys(root: yaml.Node | None, path: Path) -> None:
    """Refuse repeated keys in a mapping: YAML would silently use the last one."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, yaml.MappingNode):
            seen = set[str]()
            for key, value in node.value:
                text = str(key.value)
                if text in seen:
                    message, line = "the key is given twice", key.start_mark.line + 1
                    raise PackageError(message, file=str(path), line=line, key=text, suggestion="keep one")
                seen.add(text)
                waiting.append(value)
        elif isinstance(node, yaml.SequenceNode):
            waiting += node.value


def _keys_at(model: Any, location: tuple[Any, ...]) -> list[str]:  # noqa: ANN401 - walks annotations of any kind
    """Return the known keys of `model` at `location`, for a suggestion."""
    for part in location:
        fields = getattr(model, "model_fields", {})
        annotation = fields[part].annotation if part in fields else model
        candidates = [annotation, *getattr(annotation, "__args__", ())]
        model = next((c for c in candidates if isinstance(c, type) and issubclass(c, BaseModel)), None)
        if model is None:
            return []
    return list(getattr(model, "model_fields", {}))


def _line_of(node: yaml.Node | None, location: tuple[Any, ...]) -> int | None:
    line = node.start_mark.line + 1 if node is not None else None
    for part in location:
        if isinstance(node, yaml.MappingNode):
            pair = next((pair for pair in node.value if pair[0].value == str(part)), None)
            if pair is None:
                return line
            line, node = pair[0].start_mark.line + 1, pair[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
            line = node.start_mark.line + 1
        else:
            return line
    return line
