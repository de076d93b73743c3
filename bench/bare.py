"""The baseline for the service: the same server with nothing in it. `python -m bench.bare PORT FOLDER`.

`/page` and `/json` return the files with these names in the folder; a POST to `/insert` stores its body with one INSERT
through `app.db.session`, into an otherwise unused table.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn
from sqlalchemy import text
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from app.db.session import Database

if TYPE_CHECKING:
    from sqlalchemy.orm import Session
    from starlette.requests import Request


def make_app(folder: Path) -> Starlette:
    """Return the application that serves the files in `folder`."""
    page, data = (folder / "page").read_bytes(), (folder / "json").read_bytes()
    database = Database(f"sqlite:///{folder}/bare.sqlite3")

    async def show_page(_request: Request) -> Response:
        return Response(page, media_type="text/html")

    async def show_json(_request: Request) -> Response:
        return Response(data, media_type="application/json")

    async def insert(request: Request) -> Response:
        body = (await request.body()).decode()

        def store(session: Session) -> None:
            session.connection().execute(text("INSERT INTO bare (source) VALUES (:source)"), {"source": body})

        await database.write(store)
        return Response(status_code=202)

    with database.engine.begin() as connection:
        connection.execute(text("CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, source TEXT)"))
    return Starlette(
        routes=[
            Route("/healthz", show_json),
            Route("/page", show_page),
            Route("/json", show_json),
            Route("/insert", insert, methods=["POST"]),
        ]
    )


if __name__ == "__main__":
    uvicorn.run(make_app(Path(sys.argv[2])), host="127.0.0.1", port=int(sys.argv[1]), log_config=None, access_log=False)
