"""What the commands for a remote server do: sign in, download, submit, show, watch.

`app.cli.remote` declares them for the command `jaxdojo`, and `app.cli.client` for that of jaxdojo-client, which has no
other commands and none of their libraries.
"""

from __future__ import annotations

import io
import json
import re
import socket
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from app.cli.terminal import open_console, print_report
from app.client.api import Api
from app.client.config import Servers, check_url, is_open_to_all
from app.client.errors import (
    BrokenAnswerError,
    ClientError,
    ConfigError,
    NoVerdictError,
    RefusedError,
    StillGradingError,
    UsageError,
)
from app.client.reports import read_told
from app.client.sources import check_watched, decode_source, read_source, read_stamp, write_new
from app.kit.console import make_visible, say, say_json, warn
from app.kit.errors import ProblemNotFoundError
from app.kit.version import find_version
from grader.outcomes import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.report import Report

SHOWN: Final = 20
"""How many submissions are listed."""
FAILED: Final = 3
"""The exit code when the platform failed."""
WATCH_S: Final = 0.25
"""How often a watched file is looked at."""


def login(url: str, *, token: str | None, courses: bool) -> None:
    """Sign in to a server: by a code that is confirmed in the browser, or by a token, which `-` reads."""
    url = check_url(url)
    by_code = token is None
    if courses and not by_code:
        raise UsageError("A token that exists has its scopes: `--courses` asks for another one, without `--token`.")
    servers = Servers()
    if is_open_to_all(url):
        warn(f"jaxdojo: {url} has no TLS: others on the network can read the token.\n")
    if token is None:
        with Api(url) as api:
            token = _sign_in_by_code(api, ["read", "submit", *(["courses"] if courses else [])])
    elif token == "-":  # noqa: S105 - no token
        token = sys.stdin.readline()
    token = token.strip()
    if not token or not token.isascii() or not token.isprintable():
        raise UsageError("This isn't a token.")
    with Api(url, token) as api:
        account = api.ask("GET", "session").get("account") or {}
        try:
            path = servers.remember(url, token)
        except ConfigError:
            if by_code:  # Nobody has this token: it was made just now.
                api.ask("DELETE", "token")
            raise
    say(f"Signed in to {url} as {account.get('name')}. The token is in {path}.")


def logout(server: str | None) -> None:
    """Revoke a server's token there, and forget it here."""
    servers = Servers()
    url, token = servers.choose(server)
    try:
        with Api(url, token) as api:
            api.ask("DELETE", "token")
    except ClientError as error:
        warn(f"jaxdojo: the token could not be revoked: {error.message}\n")
    servers.forget(url)
    say(f"Signed out of {url}.")


def download(slug: str | None, folder: Path, *, force: bool, server: str | None) -> None:
    """Write a problem's starter and texts as files, or list all problems."""
    if slug is None and (force or folder != Path()):
        raise UsageError("Name the problem to download: `--folder` and `--force` are for its files.")
    with open_server(server) as api:
        if slug is None:
            listed = api.ask("GET", "problems")["problems"]
            rows = [(one["slug"], one["name"], one["track"], one["state"] or "") for one in listed]
            print_table(("slug", "name", "track", "state"), rows, empty="Nothing is published yet.")
            return
        problem = api.ask("GET", f"problems/{quote(slug, safe='')}")
    write_new(folder / f"{slug}.py", problem["starter"], force=force)
    text = f"# {problem['name']}\n\n{problem['statement']}\n{problem['lesson']}"
    write_new(folder / f"{slug}.md", text, force=force)


def submit(slug: str, file: Path, *, run: bool, server: str | None, as_json: bool) -> int:
    """Submit a file, follow it, and print its report; return the exit code."""
    source = decode_source(read_source(file))
    with open_server(server) as api:
        told = send_and_follow(api, slug, source, mode="run" if run else "submit", quiet=as_json)
    report = read_report(told)
    _show(told, report, as_json=as_json, server=api.url)
    return find_exit_code(report)


def status(submission: str | None, *, server: str | None, as_json: bool) -> None:
    """Show one submission, or list the newest."""
    path = "submissions"
    if submission is not None:
        site, is_page, rest = submission.partition("/submissions/")
        path += f"/{quote(re.split('[/?#]', rest if is_page else submission)[0], safe='')}"
        server = server or (site if "://" in site else None)
    with open_server(server) as api:
        found = api.ask("GET", path, **({"params": {"limit": SHOWN}} if submission is None else {}))
    if as_json:
        say_json(_dump(found))
    elif submission is None:
        _list(found)
    elif found.get("report"):
        _show(found["report"], read_report(found["report"]), as_json=False, server=api.url)
    else:
        place = f", place {found['position']}" if found.get("position") else ""
        say(f"{found['problem']}, version {found['version']}: {found['status']}{place}")


def watch(slug: str, file: Path, *, mode: str, server: str | None) -> None:
    """Submit a file each time it is saved, and print its report, until Ctrl-C."""
    check_watched(file)
    seen = None
    with open_server(server) as api:
        while True:
            if (stamp := read_stamp(file)) not in (None, seen):
                seen = stamp
                try:
                    told = send_and_follow(api, slug, decode_source(read_source(file)), mode=mode)
                    print_with_time(read_report(told), server=api.url)
                except StillGradingError as error:
                    warn(f"{error.message}\n")
                    return
                except ClientError as error:
                    if isinstance(error, RefusedError) and error.told == ProblemNotFoundError.code:
                        raise  # No change of the file can mend it.
                    warn(f"jaxdojo: {error.message}\n")
            time.sleep(WATCH_S)


def print_with_time(report: Report, *, server: str = "") -> None:
    """Print a report below the time of day; `server` is the address of the one that judged it."""
    console = open_console()
    console.rule(time.strftime("%H:%M:%S"))
    print_report(console, report, server=server)


def open_server(server: str | None) -> Api:
    """Return the server that is named, or the last; raises `NoServerError`."""
    return Api(*Servers().choose(server))


def send_and_follow(api: Api, slug: str, source: str, *, mode: str, quiet: bool = False) -> dict[str, Any]:
    """Hand in source, tell on stderr how it goes, and return the report as the server's JSON.

    Raises what `app.client.api.Api` does, `NoVerdictError` when the platform gave up, `StillGradingError` on Ctrl-C.
    """
    made = api.submit(slug, source, mode)
    page = make_visible(f"{api.url}/submissions/{made['id']}")
    goes_on = f"Grading continues there: `jaxdojo status {page}`"
    tell = _stay_silent if quiet else warn
    tell(f"sent: {page}\n")
    try:
        return _await_report(api, made["id"], tell)
    except KeyboardInterrupt:
        raise StillGradingError(goes_on) from None
    except NoVerdictError:
        raise
    except ClientError as error:
        error.message = f"{error.message} {goes_on}"
        raise


def _await_report(api: Api, submission: str, tell: Callable[[str], None]) -> dict[str, Any]:
    for event in api.follow(submission):
        if event.kind == "queued" and event.data.get("position"):
            tell(f"waiting, place {event.data['position']}\n")
            if event.data.get("message"):
                tell(f"{event.data['message']}\n")
        elif event.kind == "case":
            tell(_tell_case(event.data))
        elif event.kind == "failed":
            raise NoVerdictError(make_visible(str(event.data.get("message"))))
        elif event.kind == "verdict":
            return event.data
    raise NoVerdictError("The server gave no verdict; try again in a moment.")


def read_report(data: dict[str, Any]) -> Report:
    """Return a report that a server sent; raises `BrokenAnswerError` for what can't be printed as one."""
    try:
        report = read_told(data)
        print_report(open_console(io.StringIO()), report)
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError, RecursionError) as error:
        reason = f"its report isn't one that jaxdojo {find_version()} reads; its page shows it"
        raise BrokenAnswerError("The server", reason) from error
    return report


def find_exit_code(report: Report) -> int:
    """Return 0 for accepted, 3 where the platform failed or an exam holds the verdict, 1 for every other verdict."""
    if report.held_until is not None and report.verdict is Verdict.ACCEPTED:
        return FAILED
    return {Verdict.ACCEPTED: 0, Verdict.INTERNAL_ERROR: FAILED}.get(report.verdict, 1)


def _sign_in_by_code(api: Api, scopes: list[str]) -> str:

    label = f"jaxdojo on {socket.gethostname()}"[:80]
    begun = api.ask("POST", "device", json={"label": label, "scopes": scopes})
    say(f"Open {begun['verification_uri_complete']}")
    say(f"and confirm the code {begun['user_code']}. Waiting …")
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


def _stay_silent(_text: str) -> None:
    """Tell nothing."""


def _tell_case(data: dict[str, Any]) -> str:

    case = data.get("case") or {}
    name, verdict = str(case.get("name", "")), str(case.get("verdict", ""))
    return f"case {data.get('index', 0) + 1} of {data.get('total')}: {name} {verdict}\n"


def _show(told: dict[str, Any], report: Report, *, as_json: bool, server: str) -> None:
    if as_json:
        say_json(_dump(told))
    else:
        print_report(open_console(), report, server=server)


def _dump(found: dict[str, Any]) -> str:
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


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
