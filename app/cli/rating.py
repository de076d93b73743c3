"""The command `jaxdojo rate`, which asks a server, with your own rights there."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote

import typer

from app.cli.base import Slug  # noqa: TC001 (Typer reads the annotations)
from app.cli.remote import Server  # noqa: TC001 (likewise)
from app.cli.remote_actions import open_server
from app.db.statuses import Clarity  # noqa: TC001 (likewise)
from app.kit.console import count, say


def rate(
    slug: Slug,
    clarity: Annotated[Clarity | None, typer.Option(help="How clear you find the kata's texts.")] = None,
    difficulty: Annotated[
        int | None, typer.Option(min=1, max=5, help="How difficult you find the kata, 1 to 5.")
    ] = None,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Withdraw your rating.")] = False,  # noqa: FBT002 (a switch)
    server: Server = None,
) -> None:
    """On a server, rate a kata that you solved or gave up, or show its ratings."""
    if (clarity is None) != (difficulty is None):
        raise typer.BadParameter("Give both: --clarity and --difficulty.")
    if withdraw and clarity is not None:
        raise typer.BadParameter("Rate it or withdraw your rating, not both.")
    path = f"problems/{quote(slug, safe='')}/rating"
    with open_server(server) as api:
        if withdraw:
            api.ask("DELETE", path)
        elif clarity is not None:
            api.ask("PUT", path, json={"clarity": clarity.value, "difficulty": difficulty})
        found = api.ask("GET", path)
    own, summary = found["own"], found["summary"]
    say(f"Yours: {own['clarity']}, difficulty {own['difficulty']} of 5." if own else "You haven't rated it.")
    if summary:
        people, median = count(summary["people"], "person", "people"), summary["difficulty"]
        say(f"{summary['clear']} % of {people} find it clear; their median difficulty is {median:g} of 5.")
    else:
        say("Fewer than five people have rated it, or you are taking an exam with it.")
