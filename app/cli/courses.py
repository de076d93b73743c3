"""The commands `jaxdojo course`: courses on this machine, for its operator, and on a server, with your own rights."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from app.cli.base import load_settings, make_group
from app.cli.course_api import KIB, CourseId, Label, YamlFile, read_model, write_text
from app.cli.course_requests import ask
from app.cli.difficulties import difficulty_commands
from app.cli.remote import Server  # noqa: TC001 (Typer reads the annotations)
from app.cli.remote_actions import print_table
from app.cli.server_courses import server_commands
from app.domains.courses.errors import CourseNotFoundError
from app.domains.courses.exchange import CourseFile
from app.domains.stuck.schemas import StuckMap
from app.kit.console import count, say
from app.work.installation import open_installation

if TYPE_CHECKING:
    from app.domains.courses.schemas import CourseInfo
    from app.domains.threads.schemas import ReviewView
    from app.services import Services

course_group = make_group("Courses: on this machine, for its operator, and on a server.")
MAX_FILE: Final = 1000 * KIB
"""The maximum size of a course's file, in bytes."""
JsonFile = Annotated[Path, typer.Argument(help="The file to write.")]
Remote = Annotated[
    bool, typer.Option("--remote", help="Ask a server, with your own rights there, instead of this machine.")
]


@course_group.command("list")
def list_courses(remote: Remote = False, server: Server = None) -> None:  # noqa: FBT002
    """List all courses on this machine with their ids, newest first; with `--remote`, those that are yours."""
    if remote or server is not None:
        found = ask(server, "GET", "courses")["courses"]
        rows = [(one["id"], f"{one['name']}, {one['term']}", _tell_place(one)) for one in found]
        print_table(("id", "course", "you"), rows, empty="You are in no course.")
        return
    settings = load_settings()

    async def load() -> list[str]:
        async with open_installation(settings) as services:
            found = await services.courses.list_all()
            return [
                f"{one.public_id}  {one.name}, {one.term}{'  (archived)' if one.archived_at else ''}" for one in found
            ]

    say("\n".join(asyncio.run(load())) or "There are no courses.")


@course_group.command("export")
def export_course(course: CourseId, file: JsonFile, remote: Remote = False, server: Server = None) -> None:  # noqa: FBT002
    """Write a course without people to a file: assignments, labels, hints, comments, as JSON, which is also YAML."""
    if remote or server is not None:
        content = CourseFile.model_validate(ask(server, "GET", "courses", course, "export"))
    else:
        settings = load_settings()

        async def load() -> CourseFile:
            async with open_installation(settings) as services:
                return await services.exchange.export_course(await _find_course(services, course))

        content = asyncio.run(load())
    write_text(file, f"{content.model_dump_json(indent=2, exclude_defaults=True)}\n")
    say(f"Written to {file}.")


@course_group.command("import")
def import_course(
    file: YamlFile,
    teacher: Annotated[
        str, typer.Option(help="On this machine: the account name of the instructor who gets the course.")
    ] = "",
    remote: Remote = False,  # noqa: FBT002
    server: Server = None,
) -> None:
    """Create a course from a file, all of it or nothing, and print its id. On a server, the course is yours."""
    on_server = remote or server is not None
    if on_server == bool(teacher):
        raise typer.BadParameter("Give either --teacher, for this machine, or --remote, for a server.")
    read = read_model(CourseFile, file, MAX_FILE)
    if on_server:
        say(str(ask(server, "POST", "courses", "import", json=read.model_dump(mode="json"))["id"]))
        return
    settings = load_settings()

    async def make() -> str:
        async with open_installation(settings) as services:
            return (await services.exchange.import_file(await services.accounts.find(teacher), read)).public_id

    say(asyncio.run(make()))


@course_group.command("stuck")
def show_stuck(course: CourseId, label: Label = "", remote: Remote = False, server: Server = None) -> None:  # noqa: FBT002
    """Print where a class is stuck: for each kata, how many students solved it, in how many attempts and minutes.

    It also prints how many students got which reason code.
    """
    if remote or server is not None:
        found = StuckMap.model_validate(ask(server, "GET", "courses", course, "stuck", params={"label": label}))
    else:
        settings = load_settings()

        async def load() -> StuckMap:
            async with open_installation(settings) as services:
                return await services.stuck.count(await _find_course(services, course), label)

        found = asyncio.run(load())
    say(f"{count(found.students, 'student')}.")
    for kata in found.katas:
        tries = "" if kata.tries is None else f", median {kata.tries:g} attempts and {kata.minutes:g} minutes"
        say(f"{kata.problem}: {kata.solved} of {kata.tried} solved it{tries}; {kata.hinted} opened a hint")
        for cell in kata.cells:
            pinned = "  (hint pinned)" if cell.pinned else ""
            say(f"  {cell.students:4} {'student ' if cell.students == 1 else 'students'}  {cell.code}{pinned}")


@course_group.command("requests")
def list_requests(course: CourseId) -> None:
    """Print the requests for another look at a grade: since when, state, kata, who asks, and who deals with it."""
    settings = load_settings()

    async def load() -> list[ReviewView]:
        async with open_installation(settings) as services:
            return await services.threads.list_all_requests(await _find_course(services, course))

    lines = [
        f"{one.created_at:%Y-%m-%d %H:%M}  {one.status}  {one.problem}  {one.learner}  {one.owner or '-'}"
        for one in asyncio.run(load())
    ]
    say("\n".join(lines) or "No requests yet.")


course_group.add_typer(server_commands)
course_group.add_typer(difficulty_commands)


async def _find_course(services: Services, public_id: str) -> CourseInfo:
    """Return a course of this machine; raises `CourseNotFoundError`."""
    found = next((one for one in await services.courses.list_all() if one.public_id == public_id), None)
    if found is None:
        raise CourseNotFoundError
    return found


def _tell_place(course: dict[str, Any]) -> str:
    """Return what somebody is in a course on a server."""
    staff = any(course[right] != "none" for right in ("content", "data"))
    places = [f"staff (content {course['content']}, student data {course['data']})"] if staff else []
    places += ["student"] if course["student"] else []
    return ", ".join(places + (["archived"] if course["archived"] else []))
