"""What all commands share."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.lazy import make_typer
from app.kit.errors import ConflictError, ProblemNotFoundError, find_nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.kit.settings import Settings

File = Annotated[Path, typer.Argument(help="The Python file to grade; `-` reads standard input.")]
Slug = Annotated[str, typer.Argument(help="The problem's slug, such as `jit_forward`.")]


def make_group(about: str) -> typer.Typer:
    """Return an empty group of commands."""
    return make_typer(help=about, no_args_is_help=True)


def load_settings(**overrides: object) -> Settings:
    """Read the settings."""
    from app.kit.settings import load_settings as load  # noqa: PLC0415 (so that `--help` is quick)

    return load(**overrides)


def require_package(settings: Settings, slug: str) -> None:
    """Raise `ProblemNotFoundError` where no folder of problems has this slug.

    Raises `ConflictError` for a problem that was written in the browser alone.
    """
    from app.domains.authoring.working import WorkingCopies  # noqa: PLC0415 (so that `--help` is quick)

    slugs = [path.parent.name for path in settings.problems.glob("*/problem.yaml")]
    if slug in slugs:
        return
    if WorkingCopies(settings).has_files(slug):
        raise ConflictError(
            f"`{slug}` was written in the browser, and {settings.problems} has no folder of it: check and publish it "
            f"under /authoring/{slug}, or write its files with `jaxdojo problem export {slug} {slug}.zip`."
        )
    raise ProblemNotFoundError(slug, find_nearest(slug, slugs))


@contextmanager
def explain_unwritable() -> Iterator[None]:
    """Raise `BadParameter`, which names the file, where the block can't write one."""
    try:
        yield
    except OSError as error:
        raise typer.BadParameter(f"{error.filename or 'A file'} can't be written: {error.strerror}.") from error


@contextmanager
def open_package(settings: Settings, slug: str) -> Iterator[tuple[Path, Path]]:
    """Yield the folders of a problem, the package's and its references': copies of what is written in the browser.

    Raises `ProblemNotFoundError`.
    """
    from app.domains.authoring.working import WorkingCopies  # noqa: PLC0415 (so that `--help` is quick)

    copies = WorkingCopies(settings)
    if not copies.has_files(slug):
        raise ProblemNotFoundError(slug, find_nearest(slug, copies.list_slugs()))
    if not copies.has(slug):
        yield settings.problems / slug, settings.references / slug
        return
    with copies.snapshot(slug) as folders:
        yield folders
