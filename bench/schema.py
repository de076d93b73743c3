"""Whether the API answers as its OpenAPI document says, in each phase of schemathesis, for each kind of user.

`python -m bench.schema [--who ROLE …] [--phase PHASE …] [--examples N] [--route REGEX]` serves a made-up world on
loopback, whose grades are stand-ins, and runs schemathesis against it: by default each phase for a guest, a learner, an
instructor and an admin, with 200 examples for each operation, which takes hours; the options make pieces of it. Exit
status 1: a run found something; schemathesis prints how to repeat it.

Operations that end the caller's sign-in are tried last, in a run of their own.
"""

from __future__ import annotations

import argparse
import logging
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import structlog

from bench.hostile import make_settings
from tests.integration.app.conftest import replace_grading
from tests.integration.app.security import hostile
from tests.integration.app.security.served import serve_world

if TYPE_CHECKING:
    from tests.integration.app.security.served import Served

ROLES: Final = ("nobody", "learner", "instructor", "admin")
PHASES: Final = ("examples", "coverage", "fuzzing", "stateful")
CHECKS: Final = (
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance",
)  # fmt: skip
ENDS_SESSION: Final = r"^/api/v1/(session|account)"
"""Paths of which an operation ends the caller's sign-in."""


def run_schemathesis(served: Served, who: str, phase: str, examples: int, routes: list[str], folder: str) -> int:
    """Run one phase as one user, only on `routes`; return schemathesis' exit status. It keeps notes in `folder`."""
    headers = [part for name, value in served.sign_in(who).items() for part in ("--header", f"{name}: {value}")]
    command = [
        *(str(Path(sys.executable).absolute().with_name("schemathesis")), "run", f"{served.url}/openapi.json"),
        *("--phases", phase, "--max-examples", str(examples), "--checks", ",".join(CHECKS)),
        *("--generation-deterministic", "--continue-on-failure", "--warnings", "off", "--request-timeout", "120"),
        *("--suppress-health-check", "all", "--no-color", *headers, *routes),
    ]
    return subprocess.run(command, check=False, cwd=folder).returncode


def main() -> int:
    """Run what the options choose, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--who", action="append", choices=ROLES, help="a kind of user; may be given several times")
    parser.add_argument("--phase", action="append", choices=PHASES, help="a phase; likewise")
    parser.add_argument("--examples", type=int, default=200, help="examples for each operation (default: 200)")
    parser.add_argument("--route", help="only paths that match this regular expression")
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    parts = [["--include-path-regex", given.route]] if given.route else []
    parts = parts or [["--exclude-path-regex", ENDS_SESSION], ["--include-path-regex", ENDS_SESSION]]
    wrong = []
    for who in given.who or ROLES:
        for phase in given.phase or PHASES:
            with (
                tempfile.TemporaryDirectory() as folder,
                replace_grading(),
                hostile.let_everything_in(),
                serve_world(make_settings(Path(folder))) as served,
            ):
                began = time.monotonic()
                found = [run_schemathesis(served, who, phase, given.examples, routes, folder) for routes in parts]
                print(f"{who}, {phase}: exit status {max(found)}, {time.monotonic() - began:.0f} s", flush=True)
                wrong += [f"{who}, {phase}"] if any(found) else []
    print("; ".join(wrong) or "Nothing was found.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
