"""What the commands for courses share: arguments, and files that they read and write."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, TypeVar

import typer
from pydantic import BaseModel

from grader.package.strict_yaml import parse_yaml

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
