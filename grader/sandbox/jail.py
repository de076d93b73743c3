"""The outer wall: a bubblewrap jail around a Python process.

Theory of operation
-------------------
bubblewrap gives the worker namespaces of its own (user, mount, PID, network, IPC, UTS, cgroup). Its root is an empty
tmpfs with read-only binds of the files that Python needs, and is then made read-only itself::

    /usr/lib, /usr/lib64, /lib -> usr/lib ...   the system's libraries (no programs)
    <base prefix>                               the interpreter, unless it lives under /usr
    <site-packages>/jax ...                     the packages that a submission may import, and no others; those that
                                                lie below /tmp as /packages/<number>/site-packages/jax ...
    /dojo/grader/{__init__,protocol}.py         the only parts of this project that a submission can see
    /dojo/grader/inside/
    /etc/ld.so.cache  /proc  /dev/{null,urandom,random}
    /scratch  /tmp -> scratch                   an empty directory, over which the worker mounts its bounded tmpfs

An ordinary user runs bubblewrap directly. For root there is a second, outer bubblewrap, which only makes the same paths
visible below directories that every user may enter (otherwise a Python under /root would not be readable). Then
`setpriv` switches to an unprivileged user and starts the inner bubblewrap, so no process in the jail has root's
identity outside::

    bwrap (root; binds) -> setpriv -> bwrap (uid 64738; namespaces) -> python (pid 1 of its namespace)

The worker is process 1 of its namespace, so nothing outlives it. One consequence: the kernel ignores signals that such
a process sends to itself unless it handles them, which is why a worker handles SIGABRT.

The worker keeps CAP_SYS_ADMIN, CAP_SYS_CHROOT and CAP_SETPCAP in its own user namespace; `grader.inside.confine` needs
them for its first steps and drops them before any authored code runs.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from grader.errors import SandboxUnavailableError
from grader.protocol import Frame, FrameKind
from grader.sandbox import gpu, seccomp
from grader.sandbox.interpreter import Interpreter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from grader.settings import GraderSettings

GRADER: Final = Path(__file__).resolve().parent.parent
DOJO: Final = Path("/dojo")
"""The path in the jail of the parts of this project that run inside."""
PACKAGES: Final = Path("/packages")
"""The path in the jail of packages that lie below /tmp outside."""
INNER_ID: Final = "65534"
SCRATCH: Final = "/scratch"
TEMPORARY: Final = Path("/tmp")  # noqa: S108 - inside the jail
ZYGOTE: Final = DOJO / "grader/inside/zygote.py"
SYSTEM_LINKS: Final = ("/lib", "/lib32", "/lib64")
LOADER_CACHE: Final = "/etc/ld.so.cache"
DEVICES: Final = ("/dev/null", "/dev/urandom", "/dev/random")
INSTALL_HINT: Final = "install the package `bubblewrap` (for instance: apt install bubblewrap)"


@dataclass(frozen=True, slots=True)
class Bind:
    """An additional read-only path in the jail: `source` outside appears at `target` inside.

    If it isn't `listed`, a worker can't list its directories, and can open only the files whose names it knows.
    """

    source: Path
    target: Path
    listed: bool = True


@dataclass(frozen=True, slots=True)
class Jail:
    """A description of a jail, from which any number of jails can be started.

    `script` is the Python program that runs inside. Its arguments are the descriptors that it reads frames from and
    writes them to, and then the directories of packages for its `sys.path`. `environment` is added to the few variables
    that every jail has. `uid` is the jail's user and group id on the host if the runner is root.
    """

    interpreter: Interpreter
    uid: int
    script: Path = ZYGOTE
    binds: tuple[Bind, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    gpu_nodes: tuple[Path, ...] = ()
    """The device nodes of the GPU that the sandbox uses, if any; /sys is then visible too."""

    @classmethod
    def from_settings(
        cls,
        settings: GraderSettings,
        *,
        environment: Mapping[str, str] | None = None,
        binds: Iterable[Bind] = (),
        script: Path = ZYGOTE,
    ) -> Jail:
        """Describe a jail for the interpreter, the user id and the device in `settings`.

        Raise `SandboxUnavailableError` if the interpreter or the device isn't available.
        """
        interpreter = Interpreter.probe(settings.sandbox_python, settings.sandbox_packages)
        on_gpu = settings.device == "gpu"
        nodes = gpu.find_nodes(interpreter.packages) if on_gpu else ()
        binds = [*binds, *([Bind(gpu.SYSFS, gpu.SYSFS)] if on_gpu else [])]
        environment = {**(environment or {}), **(gpu.ENVIRONMENT if on_gpu else {})}
        return cls(
            interpreter=interpreter,
            uid=settings.sandbox_uid,
            script=script,
            binds=tuple(binds),
            environment=tuple(sorted(environment.items())),
            gpu_nodes=nodes,
        )

    def all_binds(self) -> tuple[Bind, ...]:
        """Return every visible file and directory, parents before children."""
        inside = DOJO / "grader"
        binds = [Bind(root, self.place(root)) for root in self.interpreter.roots()]
        if not any(self.interpreter.executable.is_relative_to(root) for root in self.interpreter.roots()):
            binds.append(Bind(self.interpreter.executable, self.interpreter.executable))
        if Path(LOADER_CACHE).exists():
            binds.append(Bind(Path(LOADER_CACHE), Path(LOADER_CACHE)))
        binds += [Bind(GRADER / name, inside / name) for name in ("__init__.py", "protocol.py", "inside")]
        return (*binds, *self.binds)

    def place(self, directory: Path) -> Path:
        """Return the path inside of a directory of packages, or of another directory of the interpreter.

        /tmp is a submission's own, so packages that lie below it, as in a checkout there, are shown elsewhere. The name
        of the directory stays: `site-packages` is how the code inside knows a library's file.
        """
        directories = (*self.interpreter.packages, *self.interpreter.hidden)
        if directory not in directories or not directory.is_relative_to(TEMPORARY):
            return directory
        if directory.is_relative_to(self.interpreter.base):
            return directory
        return PACKAGES / str(directories.index(directory)) / directory.name

    def readable(self) -> tuple[str, ...]:
        """Return the paths, as seen inside, that Landlock must allow reading."""
        return (*(str(bind.target) for bind in self.all_binds() if bind.listed), "/proc")

    def unlisted(self) -> tuple[str, ...]:
        """Return the paths, as seen inside, of which Landlock must allow reading files, but not directories."""
        return tuple(str(bind.target) for bind in self.binds if not bind.listed)

    def command(self, *, requests: int, replies: int, status: int, control: int | None = None) -> list[str]:
        """Return the program and arguments that start this jail.

        The numbers are descriptors that the caller passes on: for frames to the worker, for frames from it, for
        bubblewrap's reports about its child, and for a zygote's control socket. Raise `SandboxUnavailableError` if a
        program is missing.
        """
        bwrap = find_program("bwrap", INSTALL_HINT)
        worker = [str(self.interpreter.executable), "-I", "-S", "-B", str(self.script)]
        packages = map(self.place, self.interpreter.packages)
        worker += map(str, (requests, replies, *([] if control is None else [control]), *packages))
        inner = [bwrap, *self._namespaces(), "--json-status-fd", str(status), *self._root(), "--", *worker]
        if os.geteuid() != 0:
            return inner
        setpriv = find_program("setpriv", "install the package `util-linux`")
        become = [setpriv, f"--reuid={self.uid}", f"--regid={self.uid}", "--clear-groups"]
        become += ["--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all", "--no-new-privs", "--"]
        return [bwrap, "--die-with-parent", *self._outer_root(Path(bwrap), Path(setpriv)), "--", *become, *inner]

    def _namespaces(self) -> Iterator[str]:
        yield from ("--die-with-parent", "--new-session", "--unshare-user", "--unshare-pid", "--as-pid-1")
        yield from ("--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try")
        yield from ("--uid", INNER_ID, "--gid", INNER_ID, "--hostname", "sandbox")
        yield from ("--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_SETPCAP")
        yield from ("--cap-add", "CAP_SYS_CHROOT", "--clearenv")
        base = {"HOME": SCRATCH, "TMPDIR": SCRATCH, "LANG": "C.UTF-8"}
        base |= {"JAX_PLATFORMS": "cpu", "OPENBLAS_NUM_THREADS": "1"}
        for name, value in (base | dict(self.environment)).items():
            yield from ("--setenv", name, value)

    def _root(self) -> Iterator[str]:
        for bind in self.all_binds():
            yield from ("--ro-bind", str(bind.target if os.geteuid() == 0 else bind.source), str(bind.target))
        yield from _system_links()
        if os.geteuid() != 0:
            yield from self._show_libraries()
        for device in (*DEVICES, *map(str, self.gpu_nodes)):
            yield from ("--dev-bind", device, device)
        if not any(bind.target.is_relative_to(TEMPORARY) for bind in self.all_binds()):
            yield from ("--symlink", SCRATCH.removeprefix("/"), str(TEMPORARY))
        yield from ("--proc", "/proc", "--dir", SCRATCH, "--remount-ro", "/", "--chdir", "/")

    def _outer_root(self, *programs: Path) -> Iterator[str]:
        shown = [*self.all_binds(), *(Bind(program, program) for program in programs)]
        shown += [Bind(Path(device), Path(device)) for device in (*DEVICES, *map(str, self.gpu_nodes))]
        made: set[Path] = set()
        for parent in (TEMPORARY, Path("/proc"), *(p for bind in shown for p in reversed(bind.target.parents))):
            if parent not in made and parent != Path("/") and not any(parent == b.target for b in shown):
                made.add(parent)
                yield from ("--perms", "0755", "--dir", str(parent))
        for bind in shown:
            kind = "--dev-bind" if bind.target.is_relative_to("/dev") else "--ro-bind"
            yield from (kind, str(bind.source), str(bind.target))
        yield from self._show_libraries()
        yield from _system_links()
        yield from ("--bind", "/proc", "/proc")

    def _show_libraries(self) -> Iterator[str]:
        """Mount empty file systems over all package directories, and bind the packages that may be imported in them.

        For root the outer bubblewrap does this: mounts from a more privileged namespace can't be separated in the jail
        (mount_namespaces(7)).
        """
        interpreter = self.interpreter
        for directory in (*interpreter.hidden, *interpreter.packages):
            inside = self.place(directory)
            yield from ("--perms", "0755", "--tmpfs", str(inside))
            for library in interpreter.libraries:
                if library.parent == directory:
                    yield from ("--ro-bind", str(library), str(inside / library.name))
            yield from ("--remount-ro", str(inside))


def describe_confinement(jail: Jail, settings: GraderSettings, *, forked: bool = False) -> Frame:
    """Return the HELLO frame with the confinement of a worker in `jail`, or of one forked from a zygote there."""
    program = seccomp.build_program(on_gpu=bool(jail.gpu_nodes))
    confinement: dict[str, object] = {
        "pid": seccomp.WORKER_PID,
        "readable": list(jail.readable()),
        "unlisted": list(jail.unlisted()),
        "gpu_nodes": list(map(str, jail.gpu_nodes)),
        "scratch_bytes": settings.scratch_mb * 2**20,
        "scratch_files": settings.scratch_files,
        "memory_bytes": settings.memory_mb * 2**20,
        "cpu_seconds": settings.cpu_seconds,
        "open_files": settings.open_files,
        "threads": settings.threads,
        "own_namespaces": forked,
    }
    return Frame(FrameKind.HELLO, {"confine": confinement}, program)


def find_program(name: str, hint: str) -> str:
    """Return the path of a system program; raise `SandboxUnavailableError`, with `hint`, if it is missing."""
    found = shutil.which(name, path="/usr/bin:/bin:/usr/local/bin:/usr/sbin:/sbin") or shutil.which(name)
    if found is None:
        raise SandboxUnavailableError("jail", f"`{name}` was not found: {hint}")
    return str(Path(found).resolve())


def _system_links() -> Iterator[str]:
    for link in SYSTEM_LINKS:
        path = Path(link)
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), link)
        elif path.is_dir():
            yield from ("--ro-bind", link, link)
