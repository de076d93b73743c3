"""The command `jaxdojo mail test`."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from app.cli.base import load_settings, make_group
from app.kit.console import say
from app.work.installation import open_installation

mail_group = make_group("E-mail.")


@mail_group.callback()
def mail() -> None:
    """E-mail."""


@mail_group.command("test")
def test(
    address: Annotated[str, typer.Argument(help="The address that gets the e-mail, such as you@example.org.")],
) -> None:
    """Send a test e-mail and print what the mail server answered."""

    async def send() -> str:
        async with open_installation(load_settings()) as services:
            return await services.mailer.try_out(address)

    told = asyncio.run(send())
    say(told)
    if " took a mail " not in told:
        raise typer.Exit(3)
