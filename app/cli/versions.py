"""The commands `jaxdojo problem ...` about what was published, and about problems as files to hand over."""

from __future__ import annotations

import asyncio
import sys
from functools import partial
from pathlib import Path  # noqa: TC003 (Typer reads the annotations)
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markdown import Markdown
from rich.syntax import Syntax
from rich.text import Text

from app.cli.base import Slug, explain_unwritable, load_settings, make_group, open_package
from app.kit.console import count, make_console, make_visible, say, show_progress
from app.kit.errors import BrokenProblemError
from app.work.installation import make_publisher, open_installation
from grader.bundle.differences import compare_bundles
from grader.errors import PublishRefusedError
from grader.package.archive import (
    MAX_ARCHIVE,
    collect_files,
    read_archive,
    read_own_archive,
    write_archive,
    write_folders,
)
from grader.package.importers import SUFFIXES, import_foreign

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import TypeVar

    from app.domains.authoring.schemas import FileDiff, KeptFileList
    from app.domains.problems.lifecycle import Lifecycle
    from app.domains.problems.schemas import PastVersion, ProblemHistory
    from app.domains.ratings.schemas import RatingCounts
    from app.kit.settings import Settings
    from app.work.publishing import Recorded
    from grader.bundle.contents import Bundle
    from grader.package.archive import PackageFiles

    Done = TypeVar("Done")


version_commands = make_group("Published versions, and problems as files to hand over.")


@version_commands.command("show")
def show_problem(slug: Slug) -> None:
    """Show a published problem: its versions, counts and limits, then what learners read."""
    settings = load_settings()

    async def look() -> tuple[ProblemHistory, Bundle, RatingCounts]:
        async with open_installation(settings) as services:
            history = await services.lifecycle.get_history(slug)
            bundle = (await services.lifecycle.load_version(slug))[1]
            return history, bundle, await services.ratings.count(slug)

    history, bundle, ratings = asyncio.run(look())

    manifest, console = bundle.manifest, make_console()
    place = f"  {slug}, version {history.current.number}"
    console.print(Text.assemble((manifest.name, "bold"), (place, "dim")))
    if history.retired_at is not None:
        console.print(f"retired on {history.retired_at:%Y-%m-%d}: `jaxdojo problem restore {slug}` brings it back")
    memory = f", {manifest.limits.memory_mib} MiB" if manifest.limits.memory_mib else ""
    drawn = f", redraws: {history.draw}" if history.draw else ""
    say(
        f"{count(len(bundle.samples), 'sample')} and {count(len(bundle.pool), 'hidden case')}{drawn}; each submission "
        f"gets {bundle.drawn}; {manifest.limits.time_s:g} s{memory} for each case; checks: "
        f"{', '.join(manifest.checks.declared())}"
    )
    if ratings.people:
        told = f"{ratings.clear} clear, {ratings.partly} partly clear, {ratings.unclear} unclear"
        people = count(ratings.people, "person", "people")
        say(f"rated by {people}: {told}; median difficulty {ratings.median_difficulty:g} of 5")
    for version in history.versions:
        when = f"{version.published_at:%Y-%m-%d %H:%M} UTC"
        about = f"  version {version.number}  {when}  {version.status}  "
        console.print(Text.assemble(about, (version.digest[:16], "dim")))
    console.print()
    console.print(Markdown(manifest.statement))
    if manifest.bodies:
        console.print(Text.assemble(("\nbodies.py", "bold"), ": what your function is handed"))
        console.print(Syntax(manifest.bodies, "python", theme="ansi_dark", background_color="default"))
    console.print(Text("\nStarter", "bold"))
    console.print(Syntax(manifest.starter, "python", theme="ansi_dark", background_color="default"))


@version_commands.command("diff")
def show_differences(
    slug: Slug,
    before: Annotated[int, typer.Argument(help="The number of a version.")],
    after: Annotated[int | None, typer.Argument(help="The number of another version. Default: the newest.")] = None,
    files: Annotated[  # noqa: FBT002 (a switch of the command line)
        bool, typer.Option("--files", help="Compare the author's files as they were written.")
    ] = False,
    working: Annotated[  # noqa: FBT002 (likewise)
        bool,
        typer.Option("--working", help="Compare the version's files with the working copy, which is being edited now."),
    ] = False,
) -> None:
    """Show what changed between two versions of a problem, and which of it learners notice."""
    if working and after is not None:
        raise typer.BadParameter("Name one version with --working.")
    if files or working:
        _show_changed_files(slug, before, after, working=working)
        return

    async def look(lifecycle: Lifecycle) -> list[tuple[PastVersion, Bundle]]:
        return [await lifecycle.load_version(slug, number) for number in (before, after)]

    (old, first), (new, second) = _run(look)
    found = compare_bundles(first, second)
    say(f"{slug}, version {old.number} -> {new.number}: {count(len(found), 'difference')}")
    for one in found:
        say(f"\n{one.name}: {one.told}{'' if one.noticed else ' (not shown to learners)'}")
        _print_diff(one.diff)


def _show_changed_files(slug: str, before: int, after: int | None, *, working: bool) -> None:
    settings = load_settings()

    async def look() -> FileDiff:
        async with open_installation(settings) as services:
            newest = (await services.lifecycle.get_history(slug)).current.number
            to = None if working else newest if after is None else after
            return await services.versions.compare(slug, before, to, who="command line")

    found = asyncio.run(look())
    to = "the working copy" if found.after is None else found.after
    say(f"{slug}, version {found.before} -> {to}: {count(len(found.files), 'file')} changed")
    for one in found.files:
        say(f"\n{one.path}: {one.change.value}{' (comparing it takes too long)' if one.diff is None else ''}")
        _print_diff(one.diff or "")


def _print_diff(diff: str) -> None:
    for line in diff.splitlines():
        say(f"    {line}")


@version_commands.command("files")
def show_files(
    slug: Slug,
    number: Annotated[int, typer.Argument(help="The number of a version.")],
    path: Annotated[
        str | None, typer.Argument(help="The file to print, such as `solutions/reference.py`. Default: list all.")
    ] = None,
) -> None:
    """List the files that a version was made from, or print one of them."""
    settings = load_settings()

    async def look() -> KeptFileList | bytes:
        async with open_installation(settings) as services:
            await services.lifecycle.get_history(slug)
            if path is None:
                return await services.versions.list_files(slug, number)
            return await services.versions.read_file(slug, number, path)

    found = asyncio.run(look())
    if isinstance(found, bytes):
        sys.stdout.write(make_visible(found.decode()) if sys.stdout.isatty() else found.decode())
        return
    for one in found.files:
        say(f"{one.size:8d}  {one.path}")


@version_commands.command("retire")
def retire_problem(slug: Slug) -> None:
    """Take a problem off the list. Submissions stay readable, and `jaxdojo problem restore` brings it back."""
    _run(lambda lifecycle: lifecycle.retire(slug, retired=True))
    say(f"{slug} is retired: it is no longer listed and takes no submissions.")


@version_commands.command("restore")
def restore_problem(slug: Slug) -> None:
    """Put a retired problem back on the list."""
    _run(lambda lifecycle: lifecycle.retire(slug, retired=False))
    say(f"{slug} is listed again.")


@version_commands.command("beta")
def begin_beta(slug: Slug) -> None:
    """Show a new problem to volunteers only, from its first version on, until `jaxdojo problem release`."""
    with open_package(load_settings(), slug):
        asyncio.run(_set_beta(slug, beta=True))
    say(f"{slug} is in beta: only volunteers see what is published of it.")


@version_commands.command("release")
def release_problem(slug: Slug) -> None:
    """End a problem's beta: from now on everybody sees it."""
    asyncio.run(_set_beta(slug, beta=False))
    say(f"{slug} is released: everybody sees it.")


async def _set_beta(slug: str, *, beta: bool) -> None:
    async with open_installation(load_settings()) as services:
        await (services.betas.begin(slug) if beta else services.betas.release(slug))


@version_commands.command("redraw")
def redraw_problem(slug: Slug) -> None:
    """Publish a problem with other hidden cases. If it doesn't pass with them, nothing changes."""
    settings = load_settings()

    async def run() -> tuple[Recorded, int]:
        async with open_installation(settings) as services:
            return await make_publisher(services).redraw_here(slug, partial(show_progress, slug))

    try:
        recorded, draw = asyncio.run(run())
    except PublishRefusedError as error:
        told = "Nothing has changed: learners still get the cases that they had."
        raise BrokenProblemError(f"{error}\n{told}") from error
    say(f"{slug}: version {recorded.number} has other hidden cases, draw {draw}")


@version_commands.command("export")
def export_problem(
    slug: Slug,
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The zip file to write.")],
    version: Annotated[
        int | None, typer.Option(help="Export the files of this version. Default: the files as they are now.")
    ] = None,
) -> None:
    """Write a problem's files, solutions too, to one zip file. The same files always make the same bytes."""
    if version is None:
        with open_package(load_settings(), slug) as folders:
            data = write_archive(collect_files(*folders))
    else:
        data = asyncio.run(_export_version(load_settings(), slug, version))
    try:
        path.write_bytes(data)
    except OSError as error:
        raise typer.BadParameter(f"{path} can't be written: {error.strerror}.") from error
    say(f"{path}: {count(len(read_own_archive(data).by_path()), 'file')} of {slug}")


async def _export_version(settings: Settings, slug: str, number: int) -> bytes:
    async with open_installation(settings) as services:
        await services.lifecycle.get_history(slug)
        return await services.versions.export(slug, number)


@version_commands.command("import")
def import_problem(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="PATH",
            help="A zip file that `export` wrote, or another platform's folder or file (the manual says which).",
        ),
    ],
    slug: Annotated[str | None, typer.Option(help="The problem's slug, for files of another platform.")] = None,
    function: Annotated[
        str | None, typer.Option(help="The function that learners are to write, if the tests call several.")
    ] = None,
) -> None:
    """Import a problem from a zip file, or make a draft from another platform's files.

    Nothing is overwritten or published.
    """
    settings = load_settings()
    foreign = path.is_dir() or path.suffix.lower() in SUFFIXES
    if not foreign and (slug is not None or function is not None):
        raise typer.BadParameter("--slug and --function are for another platform's files: a zip file has its own.")
    files = _import_foreign(path, slug, function) if foreign else _import_archive(path)
    with explain_unwritable():
        paths = write_folders(files, settings.problems, settings.references)
    for written in paths:
        say(str(written))
    say(f"`jaxdojo problem check {files.slug}` shows whether it passes.")


def _import_foreign(path: Path, slug: str | None, function: str | None) -> PackageFiles:
    """Return the files of a draft, and print what was taken over and what wasn't."""
    draft = import_foreign(path, slug, function)
    for heading, lines in (("Kept as is", draft.taken), ("Left out, or made up", draft.left)):
        say(f"{heading}:")
        for line in lines:
            say(f"  - {line}")
    return draft.pack()


def _import_archive(path: Path) -> PackageFiles:

    try:
        with path.open("rb") as file:
            data = file.read(MAX_ARCHIVE + 1)
    except OSError as error:
        raise typer.BadParameter(f"{path} can't be read: {error.strerror}.") from error
    return read_archive(data, path.name)


def _run(ask: Callable[[Lifecycle], Awaitable[Done]]) -> Done:
    """Open the installation, and ask for something about its problems."""
    settings = load_settings()

    async def run() -> Done:
        async with open_installation(settings) as services:
            return await ask(services.lifecycle)

    return asyncio.run(run())
