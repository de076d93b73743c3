"""The command `jaxdojo serve`."""

# ruff: noqa: PLC0415 (what the server needs is imported while the first sandbox starts on another core)

from __future__ import annotations

import gc
from typing import Annotated

import typer

from app.cli.base import load_settings
from app.kit.console import say


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on, in place of JAXDOJO_HOST.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on, in place of JAXDOJO_PORT.")] = None,
) -> None:
    """Run the server: serve the pages and the HTTP interface, and grade submissions.

    With JAXDOJO_RUNNER=separate it grades none: `jaxdojo runner` does.
    """
    gc.disable()  # Loading makes no garbage, and to look for it takes a tenth of the start; `serve` enables it.
    settings = load_settings(host=host, port=port)
    # The first sandbox takes its imports on another core while this process does its own.
    from app.work.grading import start_grader

    grader = start_grader(settings)
    try:
        from app.server import processes as server

        code = server.serve(settings, say, grader)
    finally:
        if grader is not None:
            grader.close()
    raise typer.Exit(code)
