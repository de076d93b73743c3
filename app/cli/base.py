"""What all commands share."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from app.kit.errors import ProblemNotFoundError, find_nearest

if TYPE_CHECKING:
    from app.kit.settings import Settings

MAX_FILE: Final = 1024 * 1024
"""How many bytes of a file are read to grade it: more than the grader accepts, so that the grader refuses it."""
File = Annotated[Path, typer.Argument(help="The Python file to grade; `-` reads standard input.")]
Slug = Annotated[str, typer.Argument(help="The problem's slug, such as `jit_forward`.")]


def make_group(about: str) -> typer.Typer:
    """Return an empty group of commands."""
    return typer.Typer(help=about, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


def load_settings(**overrides: object) -> Settings:
    """Read the settings."""
    from app.kit.settings import load_settings as load  # noqa: PLC0415 (so that `--help` is quick)

    return load(**overrides)


def read_source(file: Path) -> bytes:
    """Return what a file has, or standard input for `-`; raises `typer.BadParameter`."""
    try:
        if str(file) == "-":
            return sys.stdin.buffer.read(MAX_FILE)
        with file.open("rb") as stream:
            return stream.read(MAX_FILE)
    except OSError as error:
        raise typer.BadParameter(f"{file} can't be read: {error.strerror}.") from error


def require_package(settings: Settings, slug: str) -> None:
    """Raise `ProblemNotFoundError` where no folder of problems has this slug."""
    slugs = [path.parent.name for path in settings.problems.glob("*/problem.yaml")]
    if slug not in slugs:
        raise ProblemNotFoundError(slug, find_nearest(slug, slugs))
