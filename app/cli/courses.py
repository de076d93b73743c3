"""The commands `jaxdojo course`: courses as files, where a class is stuck, and requests about grades."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from app.cli.base import load_settings, make_group
from app.domains.courses.errors import CourseNotFoundError
from app.domains.courses.exchange import CourseFile
from app.kit.console import say
from app.work.installation import open_installation
from grader.package.strict_yaml import parse_yaml

if TYPE_CHECKING:
    from app.domains.stuck.schemas import StuckMap
    from app.domains.threads.schemas import ReviewView

course_group = make_group("Courses as files.")
MAX_FILE: Final = 1000 * 1024
"""The maximum size of a course's file, in bytes."""
CourseId = Annotated[str, typer.Argument(help="The course's id: the last part of its page's address.")]
File = Annotated[Path, typer.Argument(help="The file, in YAML or JSON.")]


@course_group.command("list")
def list_courses() -> None:
    """List all courses with their ids, newest first."""
    settings = load_settings()

    async def load() -> list[str]:
        async with open_installation(settings) as services:
            found = await services.courses.list_all()
            return [
                f"{one.public_id}  {one.name}, {one.term}{'  (archived)' if one.archived_at else ''}" for one in found
            ]

    say("\n".join(asyncio.run(load())) or "There are no courses.")


@course_group.command("export")
def export_course(course: CourseId, file: File) -> None:
    """Write a course's assignments, dates and labels, but no people, to a file: as JSON, which is also YAML."""
    settings = load_settings()

    async def load() -> CourseFile:
        async with open_installation(settings) as services:
            found = next((one for one in await services.courses.list_all() if one.public_id == course), None)
            if found is None:
                raise CourseNotFoundError
            return await services.exchange.export_course(found)

    written = asyncio.run(load()).model_dump_json(indent=2, exclude_defaults=True)
    try:
        file.write_text(f"{written}\n", "utf-8")
    except OSError as error:
        raise typer.BadParameter(f"{file} can't be written: {error.strerror}.") from error
    say(f"Written to {file}.")


@course_group.command("stuck")
def show_stuck(
    course: CourseId, label: Annotated[str, typer.Option(help="Only students with this label.")] = ""
) -> None:
    """Print where a class is stuck: for each kata, how many students solved it, in how many attempts and minutes.

    It also prints how many students got which reason code.
    """
    settings = load_settings()

    async def load() -> StuckMap:
        async with open_installation(settings) as services:
            found = next((one for one in await services.courses.list_all() if one.public_id == course), None)
            if found is None:
                raise CourseNotFoundError
            return await services.stuck.count(found, label)

    found = asyncio.run(load())
    say(f"{found.students} students.")
    for kata in found.katas:
        tries = "" if kata.tries is None else f", median {kata.tries:g} attempts and {kata.minutes:g} minutes"
        say(f"{kata.problem}: {kata.solved} of {kata.tried} solved it{tries}; {kata.hinted} opened a hint")
        for cell in kata.cells:
            say(f"  {cell.students:4} {'student ' if cell.students == 1 else 'students'}  {cell.code}")


@course_group.command("requests")
def list_requests(course: CourseId) -> None:
    """Print the requests for another look at a grade: since when, state, kata, who asks, and who deals with it."""
    settings = load_settings()

    async def load() -> list[ReviewView]:
        async with open_installation(settings) as services:
            found = next((one for one in await services.courses.list_all() if one.public_id == course), None)
            if found is None:
                raise CourseNotFoundError
            return await services.threads.list_all_requests(found)

    lines = [
        f"{one.created_at:%Y-%m-%d %H:%M}  {one.status}  {one.problem}  {one.learner}  {one.owner or '-'}"
        for one in asyncio.run(load())
    ]
    say("\n".join(lines) or "No requests yet.")


@course_group.command("import")
def import_course(
    file: File,
    teacher: Annotated[str, typer.Option(help="The account name of the instructor who gets the course.")],
) -> None:
    """Make a course from a file, all of it or nothing, and print the course's id."""
    settings = load_settings()
    try:
        with file.open("rb") as stream:
            text = stream.read(MAX_FILE + 1)
    except OSError as error:
        raise typer.BadParameter(f"{file} can't be read: {error.strerror}.") from error
    if len(text) > MAX_FILE:
        raise typer.BadParameter(f"{file} has more than {MAX_FILE // 1024} KiB.")
    try:
        read = parse_yaml(CourseFile, text.decode(), file)
    except UnicodeDecodeError as error:
        raise typer.BadParameter(f"{file} isn't text in UTF-8.") from error

    async def make() -> str:
        async with open_installation(settings) as services:
            return (await services.exchange.import_file(await services.accounts.find(teacher), read)).public_id

    say(asyncio.run(make()))
