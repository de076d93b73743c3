"""The wheel of jaxdojo-client, made from this installation's own files: `make dist` writes it, and a server offers it.

It contains the commands for a server, the notebook magic and what they import, some thirty files::

    jaxdojo_client/
        __init__.py  __main__.py  ...    those of `jaxdojo`
        _code/app/  _code/grader/        those of `MODULES`, at the places that they have in the repository

Its only dependency is httpx, and nothing in it is compiled. The same files give the same wheel, byte for byte.
"""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.kit.version import find_version

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE: Final = Path(__file__).resolve().parents[2]
"""The folder that holds `app` and `grader`."""
PACKAGE: Final = CODE.parent if CODE.name == "_code" else CODE / "jaxdojo"
"""The folder of the package `jaxdojo`: in a wheel around `CODE`, in a checkout inside it."""
NAME: Final = "jaxdojo_client"
MODULES: Final = (
    "app/__init__.py",
    "app/cli/__init__.py",
    "app/cli/client.py",
    "app/cli/course_requests.py",
    "app/cli/notebook.py",
    "app/cli/plain_rich.py",
    "app/cli/remote_actions.py",
    "app/cli/student_actions.py",
    "app/cli/terminal.py",
    "app/client/__init__.py",
    "app/client/api.py",
    "app/client/config.py",
    "app/client/errors.py",
    "app/client/reports.py",
    "app/client/sources.py",
    "app/kit/__init__.py",
    "app/kit/console.py",
    "app/kit/errors.py",
    "app/kit/failures.py",
    "app/kit/help_links.py",
    "app/kit/language.py",
    "app/kit/message_file.py",
    "app/kit/version.py",
    "app/web/__init__.py",
    "app/web/drawing/__init__.py",
    "app/web/drawing/heat.py",
    "app/web/drawing/layers.py",
    "app/web/drawing/timeline.py",
    "grader/__init__.py",
    "grader/errors.py",
    "grader/outcomes.py",
)
"""The modules that the commands import; `tests/acceptance/test_client_release.py` runs them with nothing else."""
NEEDS: Final = ("httpx>=0.28",)
"""The wheel's dependencies, as in pyproject.toml."""
MOMENT: Final = (2020, 1, 1, 0, 0, 0)
"""The modification time of all files in the wheel, so that it is reproducible."""
UNRELEASED: Final = "0.dev0"
"""The version of a wheel that is made from a checkout."""
ABOUT: Final = """\
# jaxdojo-client

The commands of JAX Dojo for a server, without the grader, JAX and everything else that a server needs:

    jaxdojo login https://dojo.example.org
    jaxdojo download jit_forward
    jaxdojo submit jit_forward jit_forward.py
    jaxdojo status
    jaxdojo watch --remote jit_forward jit_forward.py

In a notebook, `%load_ext jaxdojo_client` gives the magic `%%kata`. The package `jaxdojo` has all of this, too, and
serves and grades.
"""


@cache
def make_wheel(version: str = "", addresses: tuple[str, ...] = ()) -> tuple[str, bytes]:
    """Return the name and the bytes of the wheel.

    `addresses` are the project's URLs, such as `Source, https://...`. The default version and addresses are those of
    this installation.
    """
    if not version:
        version, addresses = find_version(), _list_addresses()
        version = UNRELEASED if version == "unreleased" else version
    files = dict(_list_files(version, addresses))
    record = f"{NAME}-{version}.dist-info/RECORD"
    rows = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in files.items()]
    files[record] = "".join(f"{row}\n" for row in [*rows, f"{record},,"]).encode()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, MOMENT)
            entry.external_attr, entry.compress_type = 0o100644 << 16, zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)
    return f"{NAME}-{version}-py3-none-any.whl", made.getvalue()


def _list_files(version: str, addresses: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    for path in sorted([*PACKAGE.glob("*.py"), PACKAGE / "py.typed"]):
        yield f"{NAME}/{path.name}", path.read_bytes()
    for module in MODULES:
        yield f"{NAME}/_code/{module}", (CODE / module).read_bytes()
    folder = f"{NAME}-{version}.dist-info"
    yield f"{folder}/METADATA", _describe(version, addresses).encode()
    yield f"{folder}/WHEEL", b"Wheel-Version: 1.0\nGenerator: jaxdojo\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    yield f"{folder}/entry_points.txt", f"[console_scripts]\njaxdojo = {NAME}.__main__:main\n".encode()
    yield f"{folder}/licenses/LICENSE", _read_licence().encode()


def _describe(version: str, addresses: tuple[str, ...]) -> str:
    lines = [
        "Metadata-Version: 2.4",
        "Name: jaxdojo-client",
        f"Version: {version}",
        "Summary: The command line and notebook magic of JAX Dojo, for learners with a server.",
        "Author: The authors of JAX Dojo",
        "License-Expression: Apache-2.0",
        "License-File: LICENSE",
        "Keywords: jax,flax,teaching,exercises,grading",
        "Classifier: Environment :: Console",
        "Classifier: Framework :: IPython",
        "Classifier: Intended Audience :: Education",
        "Classifier: Operating System :: POSIX",
        "Classifier: Programming Language :: Python :: 3 :: Only",
        "Classifier: Topic :: Education :: Computer Aided Instruction (CAI)",
        "Classifier: Typing :: Typed",
        *(f"Project-URL: {address}" for address in addresses),
        "Requires-Python: >=3.11",
        *(f"Requires-Dist: {need}" for need in NEEDS),
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join([*lines, "", ABOUT])


def _list_addresses() -> tuple[str, ...]:
    """Return the project's URLs from the metadata of `jaxdojo`, if it is installed."""
    try:
        return tuple(map(str, metadata.metadata("jaxdojo").get_all("Project-URL", [])))
    except metadata.PackageNotFoundError:
        return ()


def _read_licence() -> str:
    file = PACKAGE.parent / "LICENSE"
    if file.is_file():
        return file.read_text(encoding="utf-8")
    return metadata.distribution("jaxdojo").read_text("licenses/LICENSE") or ""


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
