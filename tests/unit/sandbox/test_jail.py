"""The parts of the machine that the jail's command line makes visible."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

from grader.errors import SandboxUnavailableError
from grader.inside import confine
from grader.sandbox import describe_python, gpu, outcome, seccomp
from grader.sandbox import jail as jails
from grader.sandbox.interpreter import Interpreter
from grader.sandbox.jail import Bind, Jail, describe_confinement
from grader.settings import GraderSettings

SETTINGS = GraderSettings()


@pytest.fixture(autouse=True)
def programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jails, "find_program", lambda name, _hint: f"/usr/bin/{name}")


def build(jail: Jail, *, root: bool, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(os, "geteuid", lambda: 0 if root else 1000)
    return jail.command(requests=5, replies=6, status=7)


def make_gpu_machine(root: Path, *names: str) -> tuple[Path, Path]:
    """Return a folder of packages with JAX's plugin, and one of device nodes."""
    packages, dev = root / "packages", root / "dev"
    (packages / "jax_cuda13_plugin").mkdir(parents=True)
    (dev / "nvidia-caps").mkdir(parents=True)
    for name in names:
        (dev / name).touch()
    return packages, dev


def test_a_gpus_nodes_are_found(tmp_path: Path) -> None:
    packages, dev = make_gpu_machine(tmp_path, "nvidia0", "nvidiactl", "nvidia-uvm", "nvidia-caps/nvidia-cap1", "sda")
    found = [str(path.relative_to(dev)) for path in gpu.find_nodes((packages,), dev)]
    assert found == ["nvidia-caps/nvidia-cap1", "nvidia-uvm", "nvidia0", "nvidiactl"]


def test_what_a_gpu_lacks_is_said(tmp_path: Path) -> None:
    packages, dev = make_gpu_machine(tmp_path, "nvidiactl")
    with pytest.raises(SandboxUnavailableError, match="no NVIDIA GPU was found"):
        gpu.find_nodes((packages,), dev)
    with pytest.raises(SandboxUnavailableError, match="no CUDA plugin"):
        gpu.find_nodes((tmp_path,), dev)


@pytest.mark.parametrize("root", [True, False])
def test_a_gpus_nodes_are_shown_and_sys_read_only(root: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001
    nodes = (Path("/dev/nvidia-caps/nvidia-cap1"), Path("/dev/nvidia0"), Path("/dev/nvidiactl"))
    monkeypatch.setattr(gpu, "find_nodes", lambda _: nodes)
    jail = Jail.from_settings(GraderSettings(device="gpu"))
    command = build(jail, root=root, monkeypatch=monkeypatch)
    inner = command[command.index("--unshare-user") :]
    shown = [inner[i + 1] for i, word in enumerate(inner) if word == "--dev-bind"]
    assert shown == [*jails.DEVICES, *map(str, nodes)]
    assert ["--ro-bind", "/sys", "/sys"] in [inner[i : i + 3] for i in range(len(inner))]
    assert inner[inner.index("JAX_PLATFORMS") + 1] == "cuda"
    hello = describe_confinement(jail, GraderSettings(device="gpu"))
    told = hello.header["confine"]
    assert isinstance(told, dict)
    assert told["gpu_nodes"] == list(map(str, nodes))
    assert hello.payload == seccomp.build_program(on_gpu=True)


def test_a_gpu_opens_ioctl_and_shared_maps_and_nothing_else() -> None:
    """The filters are compared call by call, as libseccomp prints them."""
    library = seccomp._load_library()
    usual, wider = (printed(seccomp._build(library, 1, on_gpu=on_gpu)) for on_gpu in (False, True))
    assert set(usual) == set(wider)
    assert {name for name in usual if usual[name] != wider[name]} == {"ioctl", "mmap"}


def printed(rules: object) -> dict[str, str]:
    """Return libseccomp's description of each call in a filter."""
    with tempfile.TemporaryFile() as file:
        rules.export_pfc(file)  # type: ignore[attr-defined]
        file.seek(0)
        text = file.read().decode()
    parts = re.split(r'# filter for syscall "(\w+)" \(\d+\) \[priority: \d+\]\n', text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("root", [True, False])
def test_every_namespace_is_unshared(root: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001
    command = build(Jail.from_settings(SETTINGS), root=root, monkeypatch=monkeypatch)
    for kind in ("user", "pid", "net", "ipc", "uts", "cgroup-try"):
        assert f"--unshare-{kind}" in command
    assert {"--die-with-parent", "--new-session", "--clearenv", "--as-pid-1"} <= set(command)


def test_root_becomes_an_unprivileged_user(monkeypatch: pytest.MonkeyPatch) -> None:
    command = build(Jail.from_settings(SETTINGS), root=True, monkeypatch=monkeypatch)
    at = command.index("/usr/bin/setpriv", command.index("--"))
    assert command[at + 1 : at + 4] == ["--reuid=64738", "--regid=64738", "--clear-groups"]
    assert command.index("--unshare-user") > at


def test_an_ordinary_user_needs_one_jail(monkeypatch: pytest.MonkeyPatch) -> None:
    command = build(Jail.from_settings(SETTINGS), root=False, monkeypatch=monkeypatch)
    assert command[0] == "/usr/bin/bwrap"
    assert "/usr/bin/setpriv" not in command


def test_only_three_parts_of_the_project_are_shown() -> None:
    jail = Jail.from_settings(SETTINGS)
    checkout = Path(jails.__file__).parents[2]
    shown = {bind.source for bind in jail.all_binds() if bind.source.is_relative_to(checkout / "grader")}
    assert shown == {checkout / "grader" / name for name in ("__init__.py", "protocol.py", "inside")}
    assert not any(checkout.is_relative_to(bind.source) for bind in jail.all_binds())


@pytest.mark.parametrize("root", [True, False])
def test_of_packages_only_what_may_be_imported_is_shown(
    root: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    packages, base = Path("/elsewhere/packages"), Path("/elsewhere/base")
    interpreter = Interpreter(Path("/usr/bin/python3"), Path("/usr"), (packages,), (packages / "jax",), (base,))
    command = build(Jail(interpreter, uid=64738), root=root, monkeypatch=monkeypatch)
    at = command.index("--tmpfs")
    assert command[at : at + 13] == [
        *("--tmpfs", str(base), "--remount-ro", str(base)),
        *("--perms", "0755", "--tmpfs", str(packages)),
        *("--ro-bind", str(packages / "jax"), str(packages / "jax"), "--remount-ro", str(packages)),
    ]
    assert command.count("--tmpfs") == 2


def make_distribution(packages: Path, name: str, *needs: str) -> None:
    (packages / f"{name}-1.0.dist-info").mkdir(parents=True)
    lines = [f"Name: {name}", "Version: 1.0", *(f"Requires-Dist: {text}" for text in needs)]
    (packages / f"{name}-1.0.dist-info" / "METADATA").write_text("\n".join(lines) + "\n\n", encoding="utf-8")
    (packages / f"{name}-1.0.dist-info" / "RECORD").write_text(
        f'{name}_code/__init__.py,sha256=x,1\n"{name}_one.py",,\n../../bin/{name},,\n', encoding="utf-8"
    )
    (packages / f"{name}_code").mkdir()
    (packages / f"{name}_one.py").touch()


def test_what_is_declared_brings_what_it_needs(tmp_path: Path) -> None:
    make_distribution(tmp_path, "one", "two[Fast]>=1", 'never; extra == "never"', "absent")
    make_distribution(tmp_path, "two", 'quick ; extra == "fast"', 'slow ; extra == "slow"')
    for name in ("quick", "slow", "never"):
        make_distribution(tmp_path, name, "one")
    installed = describe_python.list_installed([str(tmp_path)])
    found = describe_python.find_closure(["One", "nowhere"], installed)
    assert found == {"one", "two", "quick"}
    assert {path.name for path in describe_python.list_parts(installed["two"])} == {"two_code", "two_one.py"}


def test_what_is_declared_and_not_installed_is_said() -> None:
    with pytest.raises(SandboxUnavailableError, match=r"not installed for .*: no-such-thing"):
        Jail.from_settings(GraderSettings(sandbox_packages=("no-such-thing",)))


def test_environment_is_cleared_and_then_named(monkeypatch: pytest.MonkeyPatch) -> None:
    jail = Jail.from_settings(SETTINGS, environment={"XLA_FLAGS": "--x"})
    command = build(jail, root=False, monkeypatch=monkeypatch)
    names = [command[i + 1] for i, word in enumerate(command) if word == "--setenv"]
    assert sorted(names) == ["HOME", "JAX_PLATFORMS", "LANG", "OPENBLAS_NUM_THREADS", "TMPDIR", "XLA_FLAGS"]
    assert command.index("--clearenv") < command.index("--setenv")


def test_nothing_is_writable_but_the_scratch_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    command = build(Jail.from_settings(SETTINGS), root=False, monkeypatch=monkeypatch)
    assert not {"--bind", "--bind-try", "--dev"} & set(command)
    assert [command[i + 1] for i, word in enumerate(command) if word == "--dev-bind"] == list(jails.DEVICES)
    at = len(command) - 1 - command[::-1].index("--remount-ro")
    assert command[at + 1] == "/"


def test_temporary_directory_is_left_alone_where_python_lives_below_it(monkeypatch: pytest.MonkeyPatch) -> None:
    base = Path("/tmp/python")  # noqa: S108 - never touched
    below = Jail(Interpreter(base / "bin/python3", base, (base / "lib/site-packages",)), uid=64738)
    assert "/tmp" not in build(below, root=False, monkeypatch=monkeypatch)  # noqa: S108
    elsewhere = Jail(Interpreter(Path("/usr/bin/python3"), Path("/usr"), ()), uid=64738)
    assert "/tmp" in build(elsewhere, root=False, monkeypatch=monkeypatch)  # noqa: S108


@pytest.mark.parametrize("root", [True, False])
def test_packages_below_the_temporary_directory_are_shown_elsewhere(
    root: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    packages = Path("/tmp/checkout/.venv/lib/site-packages")  # noqa: S108 - never touched
    jail = Jail(Interpreter(Path("/usr/bin/python3"), Path("/usr"), (packages,), (packages / "jax",)), uid=64738)
    command = build(jail, root=root, monkeypatch=monkeypatch)
    inside = "/packages/0/site-packages"
    assert command[-1] == inside
    assert inside in jail.readable()
    at = command.index(f"{inside}/jax")
    assert command[at - 2 : at] == ["--ro-bind", str(packages / "jax")]
    assert command[command.index("--symlink", command.index("--unshare-user")) + 2].startswith("/")
    assert "/tmp" in command  # noqa: S108


def test_worker_gets_its_descriptors_and_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    jail = Jail.from_settings(SETTINGS)
    command = build(jail, root=False, monkeypatch=monkeypatch)
    worker = command[command.index("--", 1) + 1 :]
    assert worker[0] == str(jail.interpreter.executable)
    assert worker[1:7] == ["-I", "-S", "-B", "/dojo/grader/inside/zygote.py", "5", "6"]
    assert worker[7:] == [str(path) for path in jail.interpreter.packages]


def test_more_can_be_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jail = Jail.from_settings(SETTINGS, binds=[Bind(tmp_path, Path("/cache"))])
    command = build(jail, root=False, monkeypatch=monkeypatch)
    at = command.index("/cache")
    assert command[at - 2 : at] == ["--ro-bind", str(tmp_path)]
    assert "/cache" in jail.readable()
    assert jail.unlisted() == ()


def test_what_is_shown_need_not_be_listed(tmp_path: Path) -> None:
    jail = Jail.from_settings(SETTINGS, binds=[Bind(tmp_path, Path("/cache"), listed=False)])
    confinement = describe_confinement(jail, SETTINGS).header["confine"]
    assert isinstance(confinement, dict)
    assert "/cache" not in confinement["readable"]
    assert confinement["unlisted"] == ["/cache"]


def test_interpreter_is_found_behind_its_links() -> None:
    found = Interpreter.probe(Path(sys.executable))
    assert not found.executable.is_symlink()
    assert any((path / "numpy").is_dir() for path in found.packages)


def test_missing_interpreter_is_said() -> None:
    with pytest.raises(SandboxUnavailableError, match="/nowhere/python"):
        Interpreter.probe(Path("/nowhere/python"))


def test_missing_program_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(shutil, "which", lambda *_args, **_kwargs: None)
    with pytest.raises(SandboxUnavailableError, match="apt install bubblewrap"):
        Jail.from_settings(SETTINGS).command(requests=5, replies=6, status=7)


def test_hello_carries_what_the_worker_expects() -> None:
    frame = describe_confinement(Jail.from_settings(SETTINGS), SETTINGS)
    wanted = confine.Confinement.from_hello(frame.header["confine"], frame.payload)
    assert wanted.memory_bytes == SETTINGS.memory_mb * 2**20
    assert wanted.program == seccomp.build_program()
    assert wanted.pid == seccomp.WORKER_PID


@pytest.mark.parametrize("described", [None, [], {"readable": []}, {"readable": 1, "x": 2}])
def test_malformed_hello_is_refused(described: object) -> None:
    with pytest.raises(confine.WallError, match="malformed confinement"):
        confine.Confinement.from_hello(described, b"")


@pytest.mark.parametrize("name", ["readable", "unlisted", "gpu_nodes"])
def test_hello_without_a_list_of_paths_is_refused(name: str) -> None:
    described = describe_confinement(Jail.from_settings(SETTINGS), SETTINGS).header["confine"]
    assert isinstance(described, dict)
    del described[name]
    with pytest.raises(confine.WallError, match="malformed confinement"):
        confine.Confinement.from_hello(described, b"")


def test_filter_is_a_whole_number_of_instructions() -> None:
    program = seccomp.build_program()
    assert len(program) % 8 == 0
    assert 100 < len(program) // 8 < 4096
    assert seccomp.build_program() is program
    assert seccomp.build_program(5) != program


def test_no_call_is_both_allowed_and_fatal() -> None:
    assert not seccomp.ALLOWED & seccomp.FATAL
    assert not {name for name in seccomp.ALLOWED if re.search("socket|connect|bind|exec|fork|shm|memfd", name)}


def test_both_sides_agree_on_how_a_missing_wall_is_told() -> None:
    assert (outcome.WALL_EXIT, outcome.WALL_PREFIX) == (confine.WALL_EXIT, confine.WALL_PREFIX)
    assert confine.SCRATCH == jails.SCRATCH
