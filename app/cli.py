"""The command `jaxdojo`. Each command imports what it needs when it runs, so that `--help` is quick.

Exit codes: 0 done, or accepted; 1 graded, and not accepted; 2 used wrongly, or a broken problem; 3 the platform failed.
"""

# ruff: noqa: PLC0415 (the imports inside the commands, for the reason above)

from __future__ import annotations

import asyncio
import gc
import sys
import time
from enum import StrEnum
from pathlib import Path  # noqa: TC003 (Typer reads the annotations)
from typing import TYPE_CHECKING, Annotated

import typer

import app.cli_versions  # noqa: F401 (its commands join those of problem_group)
from app.cli_audit import audit
from app.cli_backup import backup, restore
from app.cli_base import File, Slug, load_settings, make_group, read_source
from app.cli_checks import check_group
from app.cli_client import Server, download, find_exit_code, login, logout, status, submit
from app.cli_keys import keys_group
from app.cli_problems import problem_group
from app.cli_regrades import regrade_group, rejudge
from app.cli_runners import runner_group
from app.cli_users import user_group
from app.console import make_console, say, show_progress, warn
from app.errors import JaxDojoError
from grader.errors import GraderError, PackageError, PublishRefusedError

if TYPE_CHECKING:
    from grader.report import Mode, Report


cli = make_group("JAX Dojo: graded exercises for JAX and Flax NNX.")
db_group = make_group("The database.")
cli.add_typer(db_group, name="db")
cli.add_typer(user_group, name="user")
cli.add_typer(problem_group, name="problem")
cli.add_typer(check_group, name="check")
cli.add_typer(keys_group, name="keys")
cli.add_typer(regrade_group, name="regrade")
cli.add_typer(runner_group, name="runner")
cli.command()(rejudge)
cli.command()(audit)
cli.command()(backup)
cli.command()(restore)
for command in (login, logout, download, submit, status):
    cli.command()(command)

WATCH_S = 0.25
"""How often a watched file is looked at."""


class Cases(StrEnum):
    """Which cases to grade by."""

    SAMPLES = "samples"
    ALL = "all"

    @property
    def mode(self) -> Mode:
        """What the grader calls it."""
        from grader.report import Mode

        return Mode.RUN if self is Cases.SAMPLES else Mode.SUBMIT


class Device(StrEnum):
    """Where to grade."""

    CPU = "cpu"
    GPU = "gpu"


@cli.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on, in place of JAXDOJO_HOST.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on, in place of JAXDOJO_PORT.")] = None,
) -> None:
    """Serve the pages and the HTTP interface, and grade."""
    gc.disable()  # Loading makes no garbage, and to look for it takes a tenth of the start; `app.server` enables it.
    settings = load_settings(host=host, port=port)
    # The first sandbox takes its imports on another core while this process does its own.
    from app.grading import start_grader

    grader = start_grader(settings)
    try:
        from app import server

        code = server.serve(settings, say, grader)
    finally:
        if grader is not None:
            grader.close()
    raise typer.Exit(code)


@cli.command()
def doctor() -> None:
    """Say what works on this machine, what doesn't, and how to get it."""
    from app.doctor import print_diagnosis

    if not print_diagnosis(make_console(), load_settings()):
        raise typer.Exit(3)


@db_group.command("upgrade")
def upgrade_database() -> None:
    """Bring the database to the newest version of its tables."""
    from app.db.upgrade import upgrade
    from app.settings import prepare_data_directory

    settings = load_settings()
    prepare_data_directory(settings)
    say("The database was upgraded." if upgrade(settings.database_url) else "The database is up to date.")


@cli.command()
def grade(
    slug: Slug,
    file: File,
    as_json: Annotated[  # noqa: FBT002 (a switch of the command line)
        bool, typer.Option("--json", help="Print the report as JSON, and nothing else.")
    ] = False,
    cases: Annotated[Cases, typer.Option(help="`samples` alone, or the hidden cases, too.")] = Cases.ALL,
    device: Annotated[Device | None, typer.Option(help="Where to grade, in place of JAXDOJO_DEVICE.")] = None,
) -> None:
    """Grade a file without a server. Exit code 0: accepted; 1: not; 2: used wrongly; 3: the platform failed."""
    source = read_source(file)
    settings = load_settings(device=device.value if device is not None else None)
    from app.grading import make_grader
    from app.installation import grade_source, open_installation

    async def run() -> Report:
        async with open_installation(settings) as services:
            grader = make_grader(settings, spares=0)
            try:
                return await grade_source(services, grader, slug, source, mode=cases.mode, progress=show_progress)
            finally:
                await asyncio.to_thread(grader.close)

    report = asyncio.run(run())
    if as_json:
        say(report.model_dump_json())
    else:
        from app.terminal import print_report

        print_report(make_console(), report)
    raise typer.Exit(find_exit_code(report))


@cli.command()
def watch(
    slug: Slug,
    file: Annotated[Path, typer.Argument(help="The Python file to watch.")],
    cases: Annotated[Cases, typer.Option(help="`samples` alone, or the hidden cases, too.")] = Cases.ALL,
    remote: Annotated[  # noqa: FBT002 (a switch of the command line)
        bool, typer.Option("--remote", help="Hand it in on a server, in place of grading it here.")
    ] = False,
    server: Server = None,
) -> None:
    """Grade a file each time it is saved, until Ctrl-C; with `--remote`, on a server."""
    read_source(file)
    try:
        if remote or server is not None:
            _watch_remotely(slug, file, cases, server)
        else:
            asyncio.run(_watch_here(slug, file, cases))
    except KeyboardInterrupt:
        raise typer.Exit(0) from None


async def _watch_here(slug: str, file: Path, cases: Cases) -> None:
    settings = load_settings()
    from app.grading import make_grader
    from app.installation import grade_source, open_installation

    async with open_installation(settings) as services:
        grader = make_grader(settings, spares=1)
        grader.start()
        try:
            seen = None
            while True:
                if (stamp := _read_stamp(file)) not in (None, seen):
                    seen = stamp
                    source = read_source(file)
                    report = await grade_source(services, grader, slug, source, mode=cases.mode, progress=show_progress)
                    _print_with_time(report)
                await asyncio.sleep(WATCH_S)
        finally:
            await asyncio.to_thread(grader.close)


def _watch_remotely(slug: str, file: Path, cases: Cases, server: str | None) -> None:
    from app.cli_client import decode_source, open_server, send_and_follow
    from app.client.errors import ClientError

    seen = None
    with open_server(server) as api:
        while True:
            if (stamp := _read_stamp(file)) not in (None, seen):
                seen = stamp
                try:
                    _print_with_time(send_and_follow(api, slug, decode_source(read_source(file)), mode=cases.mode))
                except ClientError as error:
                    warn(f"jaxdojo: {error.message}\n")
            time.sleep(WATCH_S)


def _print_with_time(report: Report) -> None:
    from app.terminal import print_report

    console = make_console()
    console.rule(time.strftime("%H:%M:%S"))
    print_report(console, report)


def _read_stamp(file: Path) -> tuple[int, int] | None:
    """Return what changes when a file is saved; None while an editor has it away."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def _fail(message: str, code: int) -> None:
    warn(f"jaxdojo: {message}\n")
    sys.exit(code)


def main() -> None:
    """Run the command. Whatever goes wrong is told in words, never as a traceback."""
    try:
        cli()
    except JaxDojoError as error:
        _fail(error.message, error.exit_code)
    except (PackageError, PublishRefusedError) as error:
        _fail(str(error), 2)
    except GraderError as error:
        _fail(f"{error} (`jaxdojo doctor` says more)", 3)
    except Exception as error:  # noqa: BLE001 (the last resort, for a person at a terminal)
        import os
        import traceback

        if os.environ.get("JAXDOJO_LOG_LEVEL", "").lower() == "debug":
            traceback.print_exc()
        _fail(f"unexpected {type(error).__name__}: {error}. JAXDOJO_LOG_LEVEL=debug shows where.", 3)


if __name__ == "__main__":
    main()
