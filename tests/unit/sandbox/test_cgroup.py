"""Control groups in folders that imitate the kernel's: the written files, and the messages on failures."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from grader.errors import SandboxStartError, SandboxUnavailableError
from grader.sandbox import cgroup, cgroup_setup
from grader.sandbox.cgroup import Group, GroupLimits, Groups, MemoryEvents
from grader.sandbox.cgroup_setup import RUNNER_LEAF, find_places, make_unified
from grader.sandbox.zygote import hold_in_group
from grader.settings import GraderSettings

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.sandbox.process import SandboxProcess

LIMITS = GroupLimits(memory_bytes=2**30, pids=99, weight=50)
UNIFIED_FILES = (
    *("cgroup.procs", "cgroup.controllers", "cgroup.subtree_control", "memory.max", "memory.swap.max"),
    *("memory.oom.group", "memory.events", "pids.max", "cpu.weight"),
)
OLD_FILES = {
    "memory": ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.swappiness"),
    "pids": ("pids.max",),
    "cpu": ("cpu.shares",),
}
MOUNTS = """\
21 1 8:1 / / rw - ext4 /dev/sda1 rw
30 21 0:26 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory
31 21 0:27 /box/7 /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids
32 21 0:28 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct
33 21 0:29 / /sys/fs/cgroup/with\\040space rw,relatime - cgroup2 cgroup2 rw
"""
OWN = "4:memory:/a/b\n3:pids:/box/7/inner\n2:cpu,cpuacct:/\n1:name=systemd:/\n0::/user.slice/x\n"


class Kernel:
    """Fills each new folder with the files that the kernel would create, and empties it before removal."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.refused: set[str] = set()
        make, write, remove = Path.mkdir, cgroup.write, Path.rmdir

        def mkdir(path: Path, *args: object, **kwargs: bool) -> None:
            make(path, *args, **kwargs)  # type: ignore[arg-type]  # passed on as they came
            if path.is_relative_to(root):
                self.fill(path)

        def write_checked(path: Path, text: str) -> None:
            if path.name in self.refused:
                raise OSError(errno.EBUSY, "busy", str(path))
            if path.name == "cgroup.subtree_control":
                text = " ".join(sorted({*read(path).split(), *text.replace("+", "").split()}))
            write(path, text)

        def rmdir(path: Path) -> None:
            if path.is_relative_to(root) and not any(child.is_dir() for child in path.iterdir()):
                shutil.rmtree(path)
            else:
                remove(path)

        monkeypatch.setattr(Path, "mkdir", mkdir)
        monkeypatch.setattr(Path, "rmdir", rmdir)
        for module in (cgroup, cgroup_setup):
            monkeypatch.setattr(module, "write", write_checked)

    def fill(self, path: Path) -> None:
        controller = path.relative_to(self.root).parts[0]
        names = ("cgroup.procs", *OLD_FILES[controller]) if controller in OLD_FILES else UNIFIED_FILES
        for name in names:
            (path / name).touch()
        if controller not in OLD_FILES:
            (path / "cgroup.controllers").write_text("cpu memory pids\n")


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kernel:
    return Kernel(tmp_path, monkeypatch)


def read(path: Path) -> str:
    return path.read_text(encoding="ascii")


def make_old(kernel: Kernel) -> Groups:
    places = {name: kernel.root / name for name in OLD_FILES}
    for place in places.values():
        place.mkdir(exist_ok=True)
    return Groups.make(places, unified=False)


def make_new(kernel: Kernel) -> Groups:
    place = kernel.root / "unified"
    place.mkdir(exist_ok=True)
    return make_unified(place, move=True)


def test_own_groups_are_found_in_what_the_kernel_lists() -> None:
    places = find_places(MOUNTS, OWN)
    assert places.by_controller == {
        "memory": Path("/sys/fs/cgroup/memory/a/b"),
        "pids": Path("/sys/fs/cgroup/pids/inner"),
        "cpu": Path("/sys/fs/cgroup/cpu,cpuacct"),
    }
    assert places.unified == Path("/sys/fs/cgroup/with space/user.slice/x")


def test_no_group_is_found_where_none_is_mounted() -> None:
    assert find_places("21 1 8:1 / / rw - ext4 /dev/sda1 rw\n", OWN) == cgroup_setup.Places(None, {})


def test_limits_of_version_1(kernel: Kernel) -> None:
    groups = make_old(kernel)
    group = groups.create(LIMITS)
    group.add(4321)
    base = cgroup.own_name()
    assert {name: [path.name for path in (kernel.root / name / base).iterdir() if path.is_dir()] for name in OLD_FILES}
    for name in OLD_FILES:
        assert read(kernel.root / name / base / "2/cgroup.procs") == "4321"
    assert read(kernel.root / "memory" / base / "2/memory.limit_in_bytes") == str(2**30)
    assert read(kernel.root / "pids" / base / "2/pids.max") == "99"
    assert read(kernel.root / "cpu" / base / "2/cpu.shares") == "512"
    assert group.holds(4321)
    groups.release(group)
    groups.close()
    assert not list(kernel.root.glob("*/jaxdojo-*"))


def test_limits_of_version_2(kernel: Kernel) -> None:
    groups = make_new(kernel)
    group = groups.create(LIMITS)
    group.add(4321)
    directory = kernel.root / "unified" / cgroup.own_name() / "2"
    expected = {"memory.max": str(2**30), "memory.swap.max": "0", "memory.oom.group": "1", "pids.max": "99"}
    assert {name: read(directory / name) for name in expected} == expected
    assert read(directory / "cgroup.procs") == "4321"
    assert group.unified
    groups.release(group)
    groups.close()
    assert not list(kernel.root.glob("unified/jaxdojo-*"))


class Ended:
    """A sandbox's process that has ended."""

    worker_pid = None


@pytest.mark.parametrize("make", [make_old, make_new])
def test_a_process_that_has_ended_is_not_held_and_nobody_else_is(
    kernel: Kernel, make: Callable[[Kernel], Groups], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the kernel, process 0 is the one that writes the number: the supervisor would confine itself."""
    groups = make(kernel)
    added: list[int] = []
    monkeypatch.setattr(Group, "add", lambda _group, pid: added.append(pid))
    with pytest.raises(SandboxStartError, match="ended at once"):
        hold_in_group(cast("SandboxProcess", Ended()), groups, GraderSettings())
    assert added == []
    assert not list(kernel.root.glob("*/jaxdojo-*"))


def test_the_supervisor_is_never_added(kernel: Kernel) -> None:
    groups = make_new(kernel)
    group = groups.create(LIMITS)
    with pytest.raises(ValueError, match="supervisor"):
        group.add(0)
    assert read(kernel.root / "unified" / cgroup.own_name() / "2/cgroup.procs") == ""
    groups.release(group)


@pytest.mark.parametrize("name", ["memory.max", "pids.max"])
def test_a_limit_that_matters_must_hold(kernel: Kernel, name: str) -> None:
    groups = make_new(kernel)
    kernel.refused = {name}
    with pytest.raises(OSError, match="busy"):
        groups.create(LIMITS)
    assert not (kernel.root / "unified" / cgroup.own_name()).exists()


def test_other_limits_are_wishes(kernel: Kernel) -> None:
    groups = make_new(kernel)
    kernel.refused = {"memory.swap.max", "cpu.weight", "memory.oom.group"}
    groups.create(LIMITS)


def test_a_runner_makes_room_below_its_own_group(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    place = kernel.root / "unified"
    place.mkdir()
    write = cgroup.write

    def refuse_while_inside(path: Path, text: str) -> None:
        if path == place / "cgroup.subtree_control" and not read(place / RUNNER_LEAF / "cgroup.procs"):
            raise OSError(errno.EBUSY, "busy")
        write(path, text)

    for module in (cgroup, cgroup_setup):
        monkeypatch.setattr(module, "write", refuse_while_inside)
    (place / RUNNER_LEAF).mkdir()
    make_unified(place, move=True)
    assert read(place / RUNNER_LEAF / "cgroup.procs") == str(os.getpid())
    # When started again from there, it finds the same place.
    assert make_unified(place / RUNNER_LEAF, move=True).controllers


def test_a_runner_goes_back_where_others_stay_in_its_group(kernel: Kernel) -> None:
    place = kernel.root / "unified"
    place.mkdir()
    kernel.refused = {"cgroup.subtree_control"}
    with pytest.raises(OSError, match="busy"):
        make_unified(place, move=True)
    assert read(place / "cgroup.procs") == str(os.getpid())
    assert not (place / RUNNER_LEAF).exists()


def test_a_named_parent_is_used_as_it_is(kernel: Kernel) -> None:
    place = kernel.root / "delegated"
    place.mkdir()
    assert cgroup_setup.open_groups(place).unified
    assert not (place / RUNNER_LEAF).exists()


def test_memory_events(kernel: Kernel) -> None:
    new = kernel.root / "unified"
    new.mkdir()
    (new / "memory.events").write_text("low 0\nhigh 0\nmax 7\noom 2\noom_kill 1\n")
    assert Group({"memory": new}, unified=True).memory_events() == MemoryEvents(1, at_limit=True)
    old = kernel.root / "memory"
    old.mkdir()
    (old / "memory.oom_control").write_text("oom_kill_disable 0\nunder_oom 0\noom_kill 3\n")
    (old / "memory.limit_in_bytes").write_text(f"{2**30}\n")
    (old / "memory.max_usage_in_bytes").write_text(f"{2**30}\n")
    assert Group({"memory": old}, unified=False).memory_events() == MemoryEvents(3, at_limit=True)
    (old / "memory.max_usage_in_bytes").write_text(f"{2**29}\n")
    assert Group({"memory": old}, unified=False).memory_events() == MemoryEvents(3, at_limit=False)
    assert Group({"memory": kernel.root / "gone"}, unified=True).memory_events() == MemoryEvents(0, at_limit=False)


def test_what_a_dead_runner_left_is_removed_and_a_living_one_keeps_its_own(kernel: Kernel) -> None:
    place = kernel.root / "unified"
    start = cgroup.own_name().rpartition("-")[2]
    names = {"dead": f"jaxdojo-{os.getpid()}-{int(start) - 1}", "living": cgroup.own_name(), "other": "session-1.scope"}
    for name in names.values():
        (place / name / "1").mkdir(parents=True)
    cgroup.clear_stale(place)
    left = sorted(path.name for path in place.iterdir() if path.is_dir())
    assert left == sorted([names["living"], names["other"]])


def test_what_is_in_a_dead_runners_group_is_killed(kernel: Kernel) -> None:
    place = kernel.root / "unified"
    stale = place / f"jaxdojo-{os.getpid()}-1" / "1"
    stale.mkdir(parents=True)
    kernel.fill(stale)
    with subprocess.Popen(["sleep", "60"]) as left:
        (stale / "cgroup.procs").write_text(f"{left.pid}\n0\n")
        cgroup.clear_stale(place)
        assert left.wait(10) == -9


def test_a_busy_group_is_tried_again(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    groups = make_new(kernel)
    group = groups.create(LIMITS)
    rmdir = Path.rmdir

    def refuse(_path: Path) -> None:
        raise OSError(errno.EBUSY, "busy")

    monkeypatch.setattr(Path, "rmdir", refuse)
    began = time.monotonic()
    groups.release(group)
    assert time.monotonic() - began < 5
    monkeypatch.setattr(Path, "rmdir", rmdir)
    another = groups.create(LIMITS)
    left = [path.name for path in (kernel.root / "unified" / cgroup.own_name()).iterdir() if path.is_dir()]
    assert left == ["3"]
    groups.release(another)


def test_settings_decide_whether_groups_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_parent: Path | None) -> Groups:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(cgroup_setup, "open_groups", fail)
    cgroup_setup._open_groups.cache_clear()
    try:
        assert cgroup_setup.find_groups(GraderSettings()) is None
        assert "Permission denied" in cgroup_setup.explain_absence(GraderSettings())
        with pytest.raises(SandboxUnavailableError, match="no cgroup wall"):
            cgroup_setup.find_groups(GraderSettings(cgroups="require"))
        assert cgroup_setup.find_groups(GraderSettings(cgroups="off")) is None
        assert cgroup_setup.explain_absence(GraderSettings(cgroups="off")) == "switched off by the settings"
    finally:
        cgroup_setup._open_groups.cache_clear()
