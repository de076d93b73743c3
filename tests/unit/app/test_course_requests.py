"""The commands for courses against the routes: each route of courses has a command, and each command a route."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.kit.settings import Settings
from app.server.application import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMANDS: Final = Path(__file__).resolve().parents[3] / "app" / "cli"
READERS: Final = {"read_text": 1, "read_bytes": 1, "ask": 2}
"""The functions of `app.cli.course_requests` that send a request, and where the parts of its path begin."""


def list_requests() -> Iterator[str]:
    """Yield the method and path of each request in the modules of commands; `{}` is a part that a command fills in."""
    sources = [path.read_text("utf-8") for path in COMMANDS.glob("*.py")]
    for source in (one for one in sources if "from app.cli.course_requests import" in one):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in READERS:
                first = READERS[node.func.id]
                method = ast.literal_eval(node.args[1]) if node.func.id == "ask" else "GET"
                parts = [str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.args[first:]]
                yield f"{method} /{'/'.join(parts)}"


def test_each_route_of_courses_has_a_command_and_each_command_a_route(tmp_path: Path) -> None:
    routes = {
        f"{method.upper()} {re.sub(r'{[^}]+}', '{}', path.removeprefix('/api/v1'))}"
        for path, methods in create_app(Settings(data=tmp_path)).openapi()["paths"].items()
        for method in methods
    }
    asked = set(list_requests())
    assert asked <= routes, f"no such routes: {sorted(asked - routes)}"
    of_courses = {route for route in routes if re.match(r"[A-Z]+ /courses(/|$)", route)}
    assert len(of_courses) > 70
    assert of_courses <= asked, f"no command asks for them: {sorted(of_courses - asked)}"
