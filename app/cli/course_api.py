"""What the commands for courses share: requests to a server, arguments, and files that they read and write."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar
from urllib.parse import quote

import typer
from pydantic import BaseModel

from app.cli.remote_actions import open_server
from app.client.errors import UsageError
from grader.package.strict_yaml import parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable

Model = TypeVar("Model", bound=BaseModel)
CourseId = Annotated[str, typer.Argument(help="The course's id: the last part of its page's address.")]
AssignmentId = Annotated[str, typer.Argument(help="The assignment's id: the last part of its page's address.")]
StudentId = Annotated[str, typer.Argument(help="The student's id, from `jaxdojo roster list`.")]
SubmissionId = Annotated[str, typer.Argument(help="The submission's id.")]
Problem = Annotated[str, typer.Argument(help="The kata's slug.")]
YamlFile = Annotated[Path, typer.Argument(help="The file, in YAML or JSON.")]
Label = Annotated[str, typer.Option(help="Only students with this label.")]
KIB: Final = 1024
"""Bytes."""


def ask(server: str | None, method: str, *parts: str, **options: Any) -> dict[str, Any]:  # noqa: ANN401 - as httpx has them
    """Return what a server answers to a request; `parts` are those of its path, whatever characters they have."""
    with open_server(server) as api:
        return api.ask(method, _join(parts), **options)


def read_text(server: str | None, *parts: str, **options: Any) -> str:  # noqa: ANN401 - as httpx has them
    """Return the text that a server has at a path."""
    with open_server(server) as api:
        return api.read_text(_join(parts), **options)


def read_bytes(server: str | None, *parts: str) -> bytes:
    """Return the file that a server has at a path."""
    with open_server(server) as api:
        return api.read_bytes(_join(parts))


def _join(parts: Iterable[str]) -> str:
    """Return the path; raises `UsageError` for parts that would lead to another place: `.`, `..` and nothing."""
    found = list(parts)
    for part in found:
        if part in {"", ".", ".."}:
            raise UsageError(f"`{part}` isn't an id or a name.")
    return "/".join(quote(part, safe="") for part in found)


def read_file(file: Path, most: int) -> bytes:
    """Return the content of a file of at most `most` bytes; raises `BadParameter`."""
    try:
        with file.open("rb") as stream:
            data = stream.read(most + 1)
    except OSError as error:
        raise typer.BadParameter(f"{file} can't be read: {error.strerror}.") from error
    if len(data) > most:
        raise typer.BadParameter(f"{file} has more than {most // KIB} KiB.")
    return data


def read_model(model: type[Model], file: Path, most: int) -> Model:
    """Return the content of a file in YAML or JSON; raises `BadParameter` and `PackageError`."""
    try:
        return parse_yaml(model, read_file(file, most).decode(), file)
    except UnicodeDecodeError as error:
        raise typer.BadParameter(f"{file} isn't text in UTF-8.") from error


def write_text(file: Path, text: str) -> None:
    """Write a text to a file, with its ends of lines as they are; raises `BadParameter`."""
    write_bytes(file, text.encode())


def write_bytes(file: Path, data: bytes) -> None:
    """Write a file; raises `BadParameter`."""
    try:
        file.write_bytes(data)
    except OSError as error:
        raise typer.BadParameter(f"{file} can't be written: {error.strerror}.") from error


def tell_phase(phase: str) -> str:
    """Return where an assignment is in its timeline, or why a grade is what it is, as commands print it."""
    return phase.replace("_", " ")


def tell_time(moment: str | None) -> str:
    """Return a moment as commands print it, to the minute."""
    return str(moment)[:16].replace("T", " ") if moment else "-"
