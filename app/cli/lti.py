"""The commands `jaxdojo lti`: platforms, and this installation's keys for them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from pydantic import ValidationError

from app.cli.base import load_settings, make_group
from app.domains.lti.platforms import configure
from app.domains.lti.schemas import NewPlatform
from app.kit.console import say
from app.work.installation import open_installation

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from app.services import Services

T = TypeVar("T")
lti_group = make_group("Learning management systems (LTI 1.3).")


@lti_group.command("list")
def list_platforms() -> None:
    """List the LTI platforms with their ids, oldest first."""
    found = _use(lambda services: services.lti.platforms.list_platforms())
    lines = [f"{one.id}  {one.name}  {one.issuer}  {one.client_id}  {' '.join(one.deployments)}" for one in found]
    say("\n".join(lines) or "There are no platforms.")


@lti_group.command("add")
def add_platform(
    issuer: Annotated[str, typer.Option(help="The platform's issuer, such as https://moodle.example.")],
    client_id: Annotated[str, typer.Option(help="The client id that the platform gave this site.")],
    auth_url: Annotated[str, typer.Option(help="The platform's authentication request address.")],
    token_url: Annotated[str, typer.Option(help="The platform's access token address.")],
    jwks_url: Annotated[str, typer.Option(help="The platform's public keyset address.")],
    deployment: Annotated[
        list[str] | None, typer.Option(help="A deployment id of the platform; repeat the option for several.")
    ] = None,
    name: Annotated[str, typer.Option(help="The platform's name as people see it. Default: the issuer.")] = "",
    audience: Annotated[
        str, typer.Option(help="Audience of requests for tokens, if it isn't the access token address.")
    ] = "",
) -> None:
    """Add an LTI platform and print its id."""
    try:
        new = NewPlatform(
            name=name or issuer[:120],
            issuer=issuer,
            client_id=client_id,
            deployments=deployment or [],
            auth_url=auth_url,
            token_url=token_url,
            jwks_url=jwks_url,
            token_audience=audience,
        )
    except ValidationError as error:
        first = error.errors()[0]
        raise typer.BadParameter(f"{first['loc'][0]}: {first['msg']}.") from error
    say(_use(lambda services: services.lti.platforms.add(new)).id)


@lti_group.command("remove")
def remove_platform(
    platform: Annotated[str, typer.Argument(help="The platform's id, from `jaxdojo lti list`.")],
) -> None:
    """Remove a platform, with its links to courses and accounts."""
    _use(lambda services: services.lti.platforms.remove(platform))
    say("Removed.")


@lti_group.command("rotate")
def rotate_key() -> None:
    """Make a new key and print its name. It signs from tomorrow on."""
    say(_use(lambda services: services.lti.keys.rotate()))


@lti_group.command("show")
def show_configuration() -> None:
    """Print what a platform has to know about this site."""
    settings = load_settings()
    for name, value in configure(settings.address).model_dump().items():
        say(f"{name}: {' '.join(value) if isinstance(value, list) else value}")


def _use(work: Callable[[Services], Awaitable[T]]) -> T:
    settings = load_settings()

    async def run() -> T:
        async with open_installation(settings) as services:
            return await work(services)

    return asyncio.run(run())
