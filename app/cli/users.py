"""The commands `jaxdojo user`: accounts, and who may make one."""

from __future__ import annotations

import asyncio
import sys
from typing import Annotated

import typer

from app.cli.base import load_settings, make_group
from app.db.statuses import Role
from app.domains.accounts.scopes import Scope  # noqa: TC001 (Typer reads the annotations)
from app.kit.console import say
from app.work.installation import open_installation

user_group = make_group("Accounts.")


@user_group.command("add")
def add_user(
    name: Annotated[str, typer.Argument(help="2 to 32 letters, digits, dots, dashes or underscores.")],
    role: Annotated[Role, typer.Option(help="The account's role, which says what it may do.")] = Role.LEARNER,
    password_stdin: Annotated[  # noqa: FBT002 (a switch of the command line)
        bool, typer.Option("--password-stdin", help="Read the password from standard input, as one line.")
    ] = False,
) -> None:
    """Create an account. The command asks for its password."""
    settings = load_settings()
    if password_stdin:
        password = sys.stdin.readline().rstrip("\r\n")
    else:
        password = typer.prompt("Password (10 characters or more)", hide_input=True, confirmation_prompt=True)

    async def add() -> str:
        async with open_installation(settings) as services:
            return (await services.accounts.add_user(name, password, role)).name

    say(f"{asyncio.run(add())} can sign in as {role.value}.")


@user_group.command("role")
def change_role(
    name: Annotated[str, typer.Argument(help="The account's name.")],
    role: Annotated[Role, typer.Argument(help="The account's new role.")],
) -> None:
    """Change an account's role: learners solve problems, instructors write them, admins can edit all of them."""
    settings = load_settings()

    async def change() -> str:
        async with open_installation(settings) as services:
            return (await services.accounts.change_role(name, role)).name

    say(f"{asyncio.run(change())} is {role.value} from now on.")


@user_group.command("token")
def make_token(
    name: Annotated[str, typer.Argument(help="The account's name.")],
    label: Annotated[str, typer.Option(help="A label to recognise the token by.")] = "",
    scope: Annotated[
        list[Scope] | None,
        typer.Option(help="A scope of the token; repeat the option for several. Default: everything its role allows."),
    ] = None,
    days: Annotated[int | None, typer.Option(help="Days until the token expires. Default: never.")] = None,
) -> None:
    """Print a new API token for an account. It is shown only once."""
    settings = load_settings()

    async def make() -> str:
        async with open_installation(settings) as services:
            user = await services.accounts.find(name)
            return await services.tokens.make(user, label, scopes=scope or None, days=days)

    say(asyncio.run(make()))


@user_group.command("invite")
def invite(
    role: Annotated[Role, typer.Option(help="The role of the people invited.")] = Role.LEARNER,
    uses: Annotated[int, typer.Option(help="Number of people who can use the link, 1 to 1000.")] = 1,
    days: Annotated[int, typer.Option(help="Number of days for which the link is valid, 1 to 365.")] = 7,
) -> None:
    """Print a link with which people create their own account. It is shown only once."""
    settings = load_settings()

    async def make() -> str:
        async with open_installation(settings) as services:
            return await services.invitations.invite(None, role, uses=uses, days=days)

    say(settings.address + asyncio.run(make()))


@user_group.command("admin-link")
def make_admin_link() -> None:
    """Print a link with which one person can create an admin's account, within a day. It is shown only once."""
    settings = load_settings()

    async def make() -> str:
        async with open_installation(settings) as services:
            return await services.invitations.make_admin_link()

    say(settings.address + asyncio.run(make()))


@user_group.command("reset-password")
def reset_password(name: Annotated[str, typer.Argument(help="The account's name.")]) -> None:
    """Print a link with which somebody can choose a new password, within an hour. It is shown only once."""
    settings = load_settings()

    async def make() -> str:
        async with open_installation(settings) as services:
            return await services.recovery.make_reset_link(name)

    say(asyncio.run(make()))


@user_group.command("reset-second-factor")
def reset_second_factor(name: Annotated[str, typer.Argument(help="The account's name.")]) -> None:
    """Switch off the second factor of somebody who has lost it, and sign them out everywhere."""
    settings = load_settings()

    async def reset() -> bool:
        async with open_installation(settings) as services:
            return await services.second_factor.reset(name)

    say(f"{name} signs in without a second factor." if asyncio.run(reset()) else f"{name} had no second factor.")
