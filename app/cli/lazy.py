"""A group of commands that are loaded when they are called, so that `--help` is quick."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup

if TYPE_CHECKING:
    from collections.abc import Mapping

    from click import Command, Context, HelpFormatter


@dataclass(frozen=True)
class Lazy:
    """Where a command is: its module, the name of its function or group there, and what help says of it."""

    module: str
    name: str
    about: str

    def load(self, word: str) -> Command:
        """Import the command that is called `word`."""
        found = getattr(import_module(self.module), self.name)
        if isinstance(found, typer.Typer):
            command: Any = typer.main.get_group(found)
        else:
            alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
            alone.command(word)(found)
            command = typer.main.get_command(alone)
        command.name = word
        return command  # type: ignore[no-any-return]  # Typer carries its own copy of click, whose types are the same


class LazyGroup(TyperGroup):
    """A group whose commands a subclass lists in `places`, by the words that call them."""

    places: ClassVar[Mapping[str, Lazy]] = {}

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - Typer's own options
        """Know each command by its name and description only."""
        super().__init__(**options)
        self.commands = {word: TyperCommand(word, help=place.about) for word, place in self.places.items()}
        self._draws_help = False

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:  # type: ignore[override]  # as above
        """Return a command, loaded unless only its name and description are wanted."""
        if self._draws_help or cmd_name not in self.places:
            return super().get_command(ctx, cmd_name)  # type: ignore[arg-type, return-value]  # as above
        return self.places[cmd_name].load(cmd_name)

    def format_help(self, ctx: Context, formatter: HelpFormatter) -> None:  # type: ignore[override]  # as above
        """Draw the help, for which nothing is loaded."""
        self._draws_help = True
        try:
            super().format_help(ctx, formatter)  # type: ignore[arg-type]  # as above
        finally:
            self._draws_help = False
