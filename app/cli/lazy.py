"""Groups of commands, which `jaxdojo` loads when they are called, so that `--help` is quick.

Help and wrong usage are shown as plain text: to import rich takes longer than all else that `--help` does.
"""

from __future__ import annotations

import sys
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
            alone = make_typer()
            alone.command(word)(found)
            command = typer.main.get_command(alone)
        command.name = word
        return command  # type: ignore[no-any-return]  # Typer carries its own copy of click, whose types are the same


class PlainGroup(TyperGroup):
    """A group whose help describes each command by its whole first sentence."""

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:  # type: ignore[override]  # as above
        """Write the commands and their descriptions."""
        commands = [(word, self.get_command(ctx, word)) for word in self.list_commands(ctx)]  # type: ignore[arg-type]  # as above
        with formatter.section("Commands"):
            formatter.write_dl(
                [(word, command.get_short_help_str(sys.maxsize)) for word, command in commands if command]
            )


def make_typer(cls: type[PlainGroup] = PlainGroup, **options: Any) -> typer.Typer:  # noqa: ANN401 - Typer's own options
    """Return an empty group of commands, or one whose commands `cls` has."""
    return typer.Typer(cls=cls, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None, **options)


class LazyGroup(PlainGroup):
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
