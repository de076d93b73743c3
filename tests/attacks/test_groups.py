"""A zygote whose child ends at the worst moment must not make the runner confine itself."""

from __future__ import annotations

import os
import shutil
import signal
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from grader.errors import SandboxStartError
from grader.sandbox import zygote as zygotes
from grader.sandbox.cgroup_setup import find_groups
from grader.sandbox.zygote import Zygote
from grader.settings import GraderSettings

if TYPE_CHECKING:
    from grader.sandbox.cgroup import Group, GroupLimits, Groups
    from grader.sandbox.process import SandboxProcess

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(120)]

OWN_GROUPS = Path("/proc/self/cgroup")


def list_groups(groups: Groups) -> set[Path]:
    return {path for directory in groups.directories for path in directory.glob("*/cgroup.procs")}


def test_a_child_that_ends_while_its_group_is_made_is_not_taken_for_the_runner(monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    settings = GraderSettings()
    groups = find_groups(settings)
    if groups is None:
        pytest.skip("there are no control groups here")
    hold, this_thread = zygotes.hold_in_group, threading.current_thread()

    def hold_late(process: SandboxProcess, groups: Groups, settings: GraderSettings) -> None:
        if threading.current_thread() is not this_thread:  # another Grader of this process
            hold(process, groups, settings)
            return

        def create_late(limits: GroupLimits) -> Group:
            group, pid = groups.create(limits), process.worker_pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            while process.worker_pid is not None:  # until the zygote has reaped it
                time.sleep(0.01)
            return group

        late: Any = SimpleNamespace(create=create_late, release=groups.release)
        hold(process, late, settings)

    living = list_groups(groups)  # those of the other Graders of this process, which has the same groups
    zygote = Zygote.start(settings, (), None)
    try:
        before = OWN_GROUPS.read_text(encoding="ascii")
        with monkeypatch.context() as patch:
            patch.setattr(zygotes, "hold_in_group", hold_late)
            with pytest.raises(SandboxStartError, match="ended at once"):
                zygote.fork_worker()
        assert OWN_GROUPS.read_text(encoding="ascii") == before
    finally:
        zygote.close()
    assert list_groups(groups) <= living
