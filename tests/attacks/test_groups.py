"""A zygote whose child ends at the worst moment must not make the runner confine itself."""

from __future__ import annotations

import os
import shutil
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

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


def test_a_child_that_ends_while_its_group_is_made_is_not_taken_for_the_runner(monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    settings = GraderSettings()
    groups = find_groups(settings)
    if groups is None:
        pytest.skip("there are no control groups here")
    hold, create = zygotes.hold_in_group, groups.create

    def hold_late(process: SandboxProcess, groups: Groups, settings: GraderSettings) -> None:
        def create_late(limits: GroupLimits) -> Group:
            group, pid = create(limits), process.worker_pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            while process.worker_pid is not None:  # until the zygote has reaped it
                time.sleep(0.01)
            return group

        monkeypatch.setattr(groups, "create", create_late)
        hold(process, groups, settings)

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
    assert not [path for directory in groups.directories for path in directory.glob("*/cgroup.procs")]
