"""Install what `make dist` built in an empty environment, and use it: `python scripts/try_release.py dist --with pip`.

It starts a server from the wheel, waits for a kata, and submits this checkout's canonical solution to it from the
command line; with `--client`, from an environment that contains only `jaxdojo-client`. It prints how long each part
took, and fails if all until the verdict took more than a minute of processor time. `--with pip`, `pipx` and `uv` choose
the installer, which must be on PATH; packages come from wherever that is configured to get them. Standard library only.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import resource
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import venv
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
KATA: Final = "jit_forward"
SOLUTION: Final = ROOT / "reference_solutions" / KATA / "accepted" / "canonical.py"
PATIENCE_S: Final = 600.0
MAX_PROCESSOR_S: Final = 60.0
"""The processor time that a new installation may take until it has graded a kata, in seconds."""


class ReleaseError(Exception):
    """The release doesn't do what it should; the message says what is wrong."""


def install(wheel: Path, installer: str, folder: Path) -> Path:
    """Install a wheel and its dependencies; return the folder of its commands. Raises `ReleaseError`."""
    own = {"PIPX_HOME": folder / "pipx", "PIPX_BIN_DIR": folder / "bin", "PIPX_MAN_DIR": folder / "man"}
    own |= {"UV_TOOL_DIR": folder / "tools", "UV_TOOL_BIN_DIR": folder / "bin"}
    variables = os.environ | {name: str(path) for name, path in own.items()}
    if installer == "pip":
        venv.create(folder, with_pip=True, symlinks=True)
        command = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", str(wheel)]
    else:
        words = {
            "pipx": ["pipx", "install", "--python", sys.executable],
            "uv": ["uv", "tool", "install", "--quiet", "--compile-bytecode", "--python", sys.executable],
        }
        command = [*words[installer], str(wheel)]
    run(command, variables)
    taken = [str(path) for name in ("app", "grader") for path in folder.rglob(f"site-packages/{name}*")]
    if taken:
        raise ReleaseError(f"The wheel takes names that belong to everybody: {taken}.")
    return folder / "bin"


def run(command: list[str], variables: dict[str, str], given: str = "") -> str:
    """Run a command to its end with `given` as its input; return its output. Raises `ReleaseError` if it fails."""
    done = subprocess.run(command, env=variables, input=given, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ReleaseError(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def use(server: Path, client: Path, folder: Path) -> dict[str, float]:
    """Serve, wait for a kata, submit its solution; return the seconds that each step took. Raises `ReleaseError`."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("JAXDOJO_", "PYTHON"))}
    variables = kept | {"JAXDOJO_DATA": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "configuration")}
    before, begun = measure_processor(), time.monotonic()
    serving = variables | {"JAXDOJO_PORT": str(port)}
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen([str(server / "jaxdojo"), "serve"], env=serving, cwd=folder, stderr=log, stdout=log)
    took = {}
    try:
        wait_for(f"{url}/", process)
        took["first page"] = time.monotonic() - begun
        wait_for(f"{url}/api/v1/problems/{KATA}", process)
        took["first kata"] = time.monotonic() - begun
        run([str(server / "jaxdojo"), "user", "add", "ada", "--password-stdin"], variables, f"{secrets.token_hex()}\n")
        token = run([str(server / "jaxdojo"), "user", "token", "ada"], variables).strip()
        run([str(client / "jaxdojo"), "login", url, "--token", token], variables)
        told = run([str(client / "jaxdojo"), "submit", KATA, str(SOLUTION)], variables)
        took["first verdict"] = time.monotonic() - begun
        if "Accepted" not in told:
            raise ReleaseError(f"The canonical solution isn't accepted:\n{told}")
    except ReleaseError as error:
        raise ReleaseError(f"{error}\n{(folder / 'server.log').read_text()[-4000:]}") from error
    finally:
        process.terminate()
        process.wait(timeout=60)
    took["processor"] = measure_processor() - before
    return took


def wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    """Return when an address responds; raise `ReleaseError` if it never does."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline and process.poll() is None:
        with (
            contextlib.suppress(urllib.error.URLError, ConnectionError, TimeoutError),
            urllib.request.urlopen(address, timeout=30),  # noqa: S310 (our own address)
        ):
            return
        time.sleep(0.2)
    raise ReleaseError(f"{address} wasn't served.")


def check_processor(seconds: float) -> None:
    """Raise `ReleaseError` if a new installation took more processor time than it may."""
    if seconds > MAX_PROCESSOR_S:
        raise ReleaseError(
            f"From its start to the first verdict the release took {seconds:.1f} s of processor time, more than "
            f"{MAX_PROCESSOR_S:.0f} s."
        )


def measure_processor() -> float:
    """Return the processor time, in seconds, of all ended processes that this one started."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Try the files named on the command line; return the exit status."""
    parser = argparse.ArgumentParser(description="Install a release into an empty environment, and use it.")
    parser.add_argument("dist", type=Path, help="the folder that `make dist` wrote")
    parser.add_argument("--with", dest="installer", choices=("pip", "pipx", "uv"), default="pip")
    parser.add_argument("--client", action="store_true", help="submit from an environment with jaxdojo-client alone")
    chosen = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="release-"))
    folder.chmod(0o755)  # The sandbox reads the libraries as another user.
    try:
        (wheel,) = chosen.dist.glob("jaxdojo-*.whl")
        server = client = install(wheel.resolve(), chosen.installer, folder / "server")
        if chosen.client:
            (wheel,) = chosen.dist.glob("jaxdojo_client-*.whl")
            client = install(wheel.resolve(), chosen.installer, folder / "client")
        took = use(server, client, folder)
        for name, seconds in took.items():
            print(f"{name:<14} {seconds:6.1f} s")
        check_processor(took["processor"])
    except ReleaseError as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
