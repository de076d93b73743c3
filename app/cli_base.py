"""What all commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from app.settings import Settings

Slug = Annotated[str, typer.Argument(help="The problem's slug, such as `jit_forward`.")]


def make_group(about: str) -> typer.Typer:
    """Return an empty group of commands."""
    return typer.Typer(help=about, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


def load_settings(**overrides: object) -> Settings:
    """Read the settings."""
    from app.settings import load_settings as load  # noqa: PLC0415 (so that `--help` is quick)

    return load(**overrides)
