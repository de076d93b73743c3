"""The commands `jaxdojo runner` and `jaxdojo runner ...`: run one, and list and control the running ones."""

from __future__ import annotations

import asyncio
import gc
from typing import TYPE_CHECKING, Annotated, Final

import typer

from app.cli.base import load_settings
from app.cli.lazy import make_typer
from app.cli.remote_actions import print_table
from app.kit.console import say
from app.work.installation import open_installation

if TYPE_CHECKING:
    from app.domains.fleet.schemas import RunnerView

runner_group = make_typer()

WAIT_S: Final = 0.5
"""How often it is looked whether a draining runner is empty."""

Name = Annotated[str, typer.Argument(help="The runner's name, from `jaxdojo runner list`.")]


@runner_group.callback(invoke_without_command=True)
def run(context: typer.Context) -> None:
    """Grade the submissions that a server with JAXDOJO_RUNNER=separate has queued.

    The commands below it list and control the runners.
    """
    if context.invoked_subcommand is None:
        gc.disable()  # As for `jaxdojo serve`.
        from app.server import processes as server  # noqa: PLC0415 - the other commands need no server

        server.run_runner(load_settings(), say)


@runner_group.command("list")
def list_runners() -> None:
    """List the runners: what each can do, its state, and when it last reported."""
    settings = load_settings()

    async def look() -> list[RunnerView]:
        async with open_installation(settings) as services:
            return await services.fleet.list_runners()

    rows = []
    for one in asyncio.run(look()):
        state = "silent" if one.is_silent else one.status.value
        runs = f"{'?' if one.running is None else one.running}/{one.capacity}"
        seen = one.seen_at.strftime("%Y-%m-%d %H:%M:%S")
        rows.append((one.name, state, runs, one.device, one.tier, one.stack, one.labels, seen))
    headings = ("runner", "state", "runs", "device", "sandbox", "stack", "labels", "seen (UTC)")
    print_table(headings, rows, empty="There are no runners.")


@runner_group.command("drain")
def drain(
    name: Name,
    wait: Annotated[  # noqa: FBT002 (a switch of the command line)
        bool, typer.Option("--wait", help="Return only when the runner has finished its jobs.")
    ] = False,
) -> None:
    """Let a runner finish its jobs and claim no more, so that it can be stopped without delaying anybody."""
    settings = load_settings()

    async def change() -> RunnerView:
        async with open_installation(settings) as services:
            found = await services.fleet.drain(name)
            while wait and not found.is_empty:
                await asyncio.sleep(WAIT_S)
                found = await services.fleet.find_runner(name)
            return found

    found = asyncio.run(change())
    say(f"{name} is empty and can be stopped." if found.is_empty else f"{name} finishes what it runs.")


@runner_group.command("cordon")
def cordon(name: Name) -> None:
    """Keep a runner from claiming jobs until `jaxdojo runner uncordon`."""
    settings = load_settings()

    async def change() -> None:
        async with open_installation(settings) as services:
            await services.fleet.cordon(name)

    asyncio.run(change())
    say(f"{name} claims nothing until `jaxdojo runner uncordon {name}`.")


@runner_group.command("uncordon")
def uncordon(name: Name) -> None:
    """Let a runner claim jobs again, also one that was drained or set aside."""
    settings = load_settings()

    async def change() -> None:
        async with open_installation(settings) as services:
            await services.fleet.uncordon(name)

    asyncio.run(change())
    say(f"{name} claims again.")
