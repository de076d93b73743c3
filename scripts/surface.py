"""Write docs/surface.txt, which lists everything that other people's programs and files may rely on, one per line.

`python -m scripts.surface` writes it after an intended change, and its diff then shows what others must adapt to; a
test checks that it is current. docs/stability.md says what is promised about each part.
"""

from __future__ import annotations

import dataclasses
import enum
import inspect
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

import jaxdojo  # noqa: E402 - the checkout has to be on the path first
from app.cli.notebook import make_parser  # noqa: E402
from app.kit.settings import PREFIX, Settings  # noqa: E402
from app.server.application import create_app  # noqa: E402
from grader.inside import authoring  # noqa: E402
from grader.judge.checks import manual  # noqa: E402
from grader.outcomes import Verdict  # noqa: E402
from grader.package import files, notes  # noqa: E402
from grader.report import Report  # noqa: E402
from scripts.document import list_commands  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SURFACE: Final = ROOT / "docs" / "surface.txt"
HEAD: Final = "# What is public, a line each. Made by `python -m scripts.surface`; docs/stability.md explains it.\n"


def list_surface() -> dict[str, list[str]]:
    """Return the lines of each part, sorted."""
    with tempfile.TemporaryDirectory() as folder:
        description = create_app(Settings(data=Path(folder))).openapi()
    parts = {
        "Python": [*(f"jaxdojo.{name}" for name in jaxdojo.__all__), *_list_magic()],
        "Commands": list(_list_options()),
        "Settings": list(_list_settings()),
        "HTTP interface": list(_list_operations(description)),
        "Bodies of the HTTP interface": list(_list_members(description["components"]["schemas"])),
        "Package format": list(_list_package()),
        "Reports": list(_list_schema("report", Report.model_json_schema())),
        "Verdicts and codes": list(_list_codes()),
    }
    return {title: sorted(set(lines)) for title, lines in parts.items()}


def render_surface() -> str:
    """Return docs/surface.txt."""
    parts = [f"\n## {title}\n" + "".join(f"{line}\n" for line in lines) for title, lines in list_surface().items()]
    return HEAD + "".join(parts)


def _list_magic() -> Iterator[str]:
    for action in make_parser()._actions:  # noqa: SLF001 - argparse has no other way to list them
        yield f"%%kata {max(action.option_strings, default=action.dest.upper())}{' (required)' * action.required}"


def _list_options() -> Iterator[str]:
    for words, command in list_commands().items():
        yield words
        for parameter in command.params:
            if parameter.name != "help" and not getattr(parameter, "hidden", False):
                is_option = parameter.param_type_name == "option"
                names = sorted((*parameter.opts, *parameter.secondary_opts)) if is_option else [parameter.name.upper()]
                yield from (f"{words} {name}{' (required)' * parameter.required}" for name in names)
                kind = parameter.type_descriptor.annotation
                if isinstance(kind, type) and issubclass(kind, enum.Enum):
                    yield from (f"{words} {name} {choice.value}" for name in names for choice in kind)


def _list_settings() -> Iterator[str]:
    for name, about in Settings.model_json_schema()["properties"].items():
        limits = [f" {word} {about[key]}" for key, word in (("minimum", "from"), ("maximum", "to")) if key in about]
        yield f"{PREFIX}{name.upper()}: {_name_type(about)}{''.join(limits)}"


def _list_operations(description: Mapping[str, Any]) -> Iterator[str]:
    for kind in ("paths", "webhooks"):
        for path, methods in description.get(kind, {}).items():
            for method, operation in methods.items():
                words = f"{method.upper()} {path}"
                good = {code: answer for code, answer in operation["responses"].items() if code < "4"}
                yield from (f"{words} -> {code}{_name_contents(answer)}" for code, answer in good.items())
                if "requestBody" in operation:
                    body = operation["requestBody"]
                    yield f"{words} <-{_name_contents(body)}{' (required)' * body.get('required', False)}"
                for one in operation.get("parameters", []):
                    if one["in"] != "path":
                        sign = "?" if one["in"] == "query" else f"{one['in']} "
                        yield f"{words} {sign}{one['name']}{' (required)' * one.get('required', False)}"


def _name_contents(message: Mapping[str, Any]) -> str:
    """Return the types that a request's or a response's body may have, after a blank; nothing if it has none."""
    names = [
        _name_type(about.get("schema", {})) if kind == "application/json" else kind
        for kind, about in message.get("content", {}).items()
    ]
    return "".join(f" {name}" for name in names[:1]) + "".join(f" | {name}" for name in names[1:])


def _list_package() -> Iterator[str]:
    yield from (f"problems/SLUG/{name} (required)" for name in files.REQUIRED)
    yield from (f"problems/SLUG/{name}" for name in (files.BODIES, files.WARMUP, notes.NOTES))
    yield from (f"problems/SLUG/{name}.LANGUAGE.md" for name in ("statement", "lesson", "hints", "solution"))
    needed = ("reference.py", "submissions.yaml", f"accepted/{files.CANONICAL}")
    yield from (f"reference_solutions/SLUG/{name} (required)" for name in needed)
    yield from (f"reference_solutions/SLUG/{name}" for name in (files.CHECKER, files.EQUIVALENT))
    yield from _list_schema("problem.yaml", files.ProblemFile.model_json_schema())
    yield from _list_schema("submissions.yaml", files.SubmissionsFile.model_json_schema())
    yield f"{files.EQUIVALENT}: {_name_type(files.EquivalentFile.model_json_schema())}"
    for name, kind in inspect.getmembers(authoring, dataclasses.is_dataclass):
        for one in dataclasses.fields(kind):
            needed_here = one.default is one.default_factory is dataclasses.MISSING
            yield f"{authoring.__name__}.{name}.{one.name}: {one.type}{' (required)' * needed_here}"


def _list_members(schemas: Mapping[str, Any]) -> Iterator[str]:
    for name, schema in schemas.items():
        for member, about in schema.get("properties", {}).items():
            yield f"{name}.{member}: {_name_type(about)}{_mark(schema, member)}"
        if "enum" in schema:
            yield from (f"{name} = {value}" for value in schema["enum"])


def _list_schema(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    inner = {f"{name} {one}": part for one, part in schema.get("$defs", {}).items()}
    yield from _list_members({name: schema, **inner})


def _mark(schema: Mapping[str, Any], member: str) -> str:
    return " (required)" if member in schema.get("required", ()) else ""


def _name_type(about: Mapping[str, Any]) -> str:
    """Return a member's type in a few words."""
    if "$ref" in about:
        return str(about["$ref"]).rpartition("/")[2]
    for several in ("anyOf", "oneOf", "allOf"):
        if several in about:
            return " | ".join(dict.fromkeys(_name_type(one) for one in about[several]))
    if "enum" in about:
        return " | ".join(map(str, about["enum"]))
    if "const" in about:
        return str(about["const"])
    kind = about.get("type", "anything")
    if kind == "array":
        return f"[{_name_type(about.get('items', {}))}]"
    if kind == "object" and isinstance(about.get("additionalProperties"), dict):
        return f"{{{_name_type(about['additionalProperties'])}}}"
    return str(kind)


def _list_codes() -> Iterator[str]:
    yield from (f"verdict {verdict}" for verdict in Verdict)
    for entry in manual.list_checks():
        yield f"check {entry.name}"
        yield from (f"check {entry.name} option {option.name}" for option in entry.options)
        yield from (f"code {code}" for code in entry.codes)


def main() -> None:
    """Write the file."""
    SURFACE.write_text(render_surface(), encoding="utf-8")


if __name__ == "__main__":
    main()
