"""The commands that work on a remote server: `jaxdojo login`, `logout`, `submit`, `status`, `watch --remote`."""

from __future__ import annotations

import socket
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

import typer
from pydantic import ValidationError

from app.cli.base import File, Slug, read_source
from app.cli.terminal import print_report
from app.client.api import Api
from app.client.config import Servers, check_url, is_open_to_all
from app.client.errors import BrokenAnswerError, ClientError, RefusedError
from app.kit.console import make_console, make_visible, say, warn
from app.kit.json_values import dump_json
from app.kit.version import find_version
from grader.report import Report, Verdict

if TYPE_CHECKING:
    from rich.console import Console


Server = Annotated[str | None, typer.Option("--server", help="The server's address. Default: the last signed in to.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else.")]
SHOWN = 20
"""How many submissions are listed."""
FAILED = 3
"""The exit code when the platform failed."""


def login(
    url: Annotated[str, typer.Argument(help="The server's address, such as https://dojo.example.org.")],
    token: Annotated[
        str | None, typer.Option(help="A token from its page /account/tokens, in place of a code; `-` reads it.")
    ] = None,
    courses: Annotated[  # noqa: FBT002 (a switch of the command line)
        bool, typer.Option("--courses", help="Ask for what concerns courses, too: requests, rubrics and messages.")
    ] = False,
) -> None:
    """Sign in to a server: confirm a code in the browser, or give a token. It becomes the default server."""
    url = check_url(url)
    if is_open_to_all(url):
        warn(f"jaxdojo: {url} has no TLS: others on the network can read the token.\n")
    if token is None:
        with Api(url) as api:
            token = _sign_in_by_code(api, ["read", "submit", *(["courses"] if courses else [])])
    elif token == "-":  # noqa: S105 - no token
        token = sys.stdin.readline()
    token = token.strip()
    with Api(url, token) as api:
        account = api.ask("GET", "session").get("account") or {}
    path = Servers().remember(url, token)
    say(f"Signed in to {url} as {account.get('name')}. The token is in {path}.")


def logout(server: Server = None) -> None:
    """Sign out of a server: revoke its token there and forget it here."""
    servers = Servers()
    url, token = servers.choose(server)
    try:
        with Api(url, token) as api:
            api.ask("DELETE", "token")
    except ClientError as error:
        warn(f"jaxdojo: the token could not be revoked: {error.message}\n")
    servers.forget(url)
    say(f"Signed out of {url}.")


def download(
    slug: Annotated[str | None, typer.Argument(help="The problem's slug. Default: list all problems.")] = None,
    folder: Annotated[Path, typer.Option("--folder", help="Where to write the files.")] = Path(),
    force: Annotated[  # noqa: FBT002 (a switch of the command line)
        bool, typer.Option("--force", help="Overwrite existing files.")
    ] = False,
    server: Server = None,
) -> None:
    """Download a problem from a server: SLUG.py to start from, and SLUG.md to read. Without a slug, list all."""
    with open_server(server) as api:
        if slug is None:
            listed = api.ask("GET", "problems")["problems"]
            rows = [(one["slug"], one["name"], one["track"], one["state"] or "") for one in listed]
            print_table(("slug", "name", "track", "state"), rows, empty="Nothing is published yet.")
            return
        problem = api.ask("GET", f"problems/{quote(slug, safe='')}")
    _write(folder / f"{slug}.py", problem["starter"], force=force)
    _write(folder / f"{slug}.md", f"# {problem['name']}\n\n{problem['statement']}\n{problem['lesson']}", force=force)


def submit(
    slug: Slug,
    file: File,
    run: Annotated[  # noqa: FBT002 (a switch of the command line)
        bool, typer.Option("--run", help="Grade by the samples alone; it doesn't count.")
    ] = False,
    server: Server = None,
    as_json: Json = False,  # noqa: FBT002 (a switch of the command line)
) -> None:
    """Submit a file to a server and follow it.

    Exit code 0: accepted; 1: not accepted; 2: wrong usage; 3: no verdict, or none that an exam lets you know yet.
    """
    source = decode_source(read_source(file))
    with open_server(server) as api:
        report = send_and_follow(api, slug, source, mode="run" if run else "submit", quiet=as_json)
    _show(make_console(), report, as_json=as_json, server=api.url)
    raise typer.Exit(find_exit_code(report))


def status(
    submission: Annotated[
        str | None, typer.Argument(help="A submission's id, or its page's address. Default: list the newest.")
    ] = None,
    server: Server = None,
    as_json: Json = False,  # noqa: FBT002 (a switch of the command line)
) -> None:
    """Show your newest submissions on a server, or one of them."""
    path = "submissions" if submission is None else f"submissions/{quote(submission.rpartition('/')[2], safe='')}"
    with open_server(server) as api:
        found = api.ask("GET", path, **({"params": {"limit": SHOWN}} if submission is None else {}))
    if as_json:
        say(dump_json(found))
    elif submission is None:
        _list(found)
    elif found.get("report"):
        _show(make_console(), read_report(found["report"]), as_json=False, server=api.url)
    else:
        place = f", place {found['position']}" if found.get("position") else ""
        say(f"{found['problem']}, version {found['version']}: {found['status']}{place}")


def open_server(server: str | None) -> Api:
    """Return the server that is named, or the last; raises `NoServerError`."""
    return Api(*Servers().choose(server))


def send_and_follow(api: Api, slug: str, source: str, *, mode: str, quiet: bool = False) -> Report:
    """Hand in source, tell on stderr how it goes, and return the report.

    Raises what `app.client.api.Api` does; when the platform gave up, says so and exits.
    """
    made = api.submit(slug, source, mode)
    told = (lambda _text: None) if quiet else warn
    told(make_visible(f"sent: {api.url}/submissions/{made['id']}") + "\n")
    try:
        for event in api.follow(made["id"]):
            if event.kind == "queued" and event.data.get("position"):
                told(f"waiting, place {event.data['position']}\n")
                if event.data.get("message"):
                    told(f"{event.data['message']}\n")
            elif event.kind == "case":
                told(_tell_case(event.data))
            elif event.kind == "failed":
                told(f"{event.data.get('message')}\n")
                raise typer.Exit(FAILED)
            elif event.kind == "verdict":
                return read_report(event.data)
    except KeyboardInterrupt:
        warn(f"\nGrading continues there: `jaxdojo status {made['id']}`\n")
        raise typer.Exit(130) from None
    raise typer.Exit(FAILED)


def read_report(data: dict[str, Any]) -> Report:
    """Return a report that a server sent; raises `BrokenAnswerError`."""
    try:
        return Report.model_validate(data)
    except ValidationError as error:
        reason = f"its report isn't one that jaxdojo {find_version()} reads; its page shows it"
        raise BrokenAnswerError("The server", reason) from error


def find_exit_code(report: Report) -> int:
    """Return 0 for accepted, 3 where the platform failed or an exam holds the verdict, 1 for every other verdict."""
    if report.held_until is not None and report.verdict is Verdict.ACCEPTED:
        return FAILED
    return {Verdict.ACCEPTED: 0, Verdict.INTERNAL_ERROR: FAILED}.get(report.verdict, 1)


def decode_source(source: bytes) -> str:
    """Return source as text; raises `typer.BadParameter` for what no server could store."""
    try:
        return source.decode()
    except UnicodeDecodeError:
        raise typer.BadParameter("The file isn't UTF-8, so it can't be sent.") from None


def _sign_in_by_code(api: Api, scopes: list[str]) -> str:

    label = f"jaxdojo on {socket.gethostname()}"[:80]
    begun = api.ask("POST", "device", json={"label": label, "scopes": scopes})
    say(f"Open {make_visible(str(begun['verification_uri_complete']))}")
    say(f"and confirm the code {make_visible(str(begun['user_code']))}. Waiting …")
    interval = float(begun["interval"])
    while True:
        time.sleep(interval)
        try:
            return str(api.ask("POST", "device/token", json={"device_code": begun["device_code"]})["token"])
        except RefusedError as error:
            if error.told == "slow_down":
                interval += 5
            elif error.told != "authorization_pending":
                raise


def _tell_case(data: dict[str, Any]) -> str:

    case = data.get("case") or {}
    name, verdict = str(case.get("name", "")), str(case.get("verdict", ""))
    return make_visible(f"case {data.get('index', 0) + 1} of {data.get('total')}: {name} {verdict}") + "\n"


def _show(console: Console, report: Report, *, as_json: bool, server: str) -> None:
    if as_json:
        say(report.model_dump_json())
    else:
        print_report(console, report, server=server)


def _list(found: dict[str, Any]) -> None:
    rows = []
    for one in found["submissions"]:
        sent = str(one["created_at"])[:16].replace("T", " ")
        held = f"held until {str(one['held_until'])[:16].replace('T', ' ')}" if one.get("held_until") else ""
        rows.append((one["id"], sent, one["problem"], one["mode"], one["verdict"] or held or one["status"]))
    print_table(("id", "sent (UTC)", "problem", "mode", "verdict"), rows, empty="Nothing has been sent yet.")


def print_table(headings: tuple[str, ...], rows: list[tuple[Any, ...]], *, empty: str) -> None:
    """Print columns, however wide: an id that is cut short is good for nothing."""
    shown = [headings, *(tuple(make_visible(str(cell)) for cell in row) for row in rows)]
    widths = [max(len(cell) for cell in column) for column in zip(*shown, strict=True)]
    for row in shown if rows else [(empty,)]:
        say("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip())


def _write(file: Path, text: str, *, force: bool) -> None:
    try:
        with file.open("w" if force else "x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        raise typer.BadParameter(f"{file} already exists; `--force` overwrites it.") from None
    except OSError as error:
        raise typer.BadParameter(f"{file} can't be written: {error.strerror}.") from error
    say(f"Wrote {file}.")
