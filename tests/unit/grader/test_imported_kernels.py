"""KernelBench's tasks become drafts: inputs and parameters are imported, and each line of PyTorch is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from grader.errors import PackageError
from grader.package.importers import import_foreign
from tests.unit.grader.test_importers import unpack

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = '''\
import torch
import torch.nn as nn


class Model(nn.Module):
    """Scales a product of two matrices."""

    def __init__(self, features):
        super().__init__()
        self.linear = nn.Linear(features, features)

    def forward(self, a, b):
        x = torch.matmul(a, b)
        return torch.relu(x) * 2.0


batch = 2048
inner = 512
heads = 4


def get_inputs():
    a = torch.rand(batch, inner) * 2
    return [a, torch.randn((inner, batch * 2))]


def get_init_inputs():
    return [inner]
'''


def write(root: Path, source: str = SOURCE) -> Path:
    path = root / "7_Matmul_relu.py"
    path.write_text(source, "utf-8")
    return path


def test_a_task_of_kernelbench(tmp_path: Path) -> None:
    draft = import_foreign(write(tmp_path), "matmul_relu")
    package = unpack(draft, tmp_path)
    assert (package.problem.name, package.problem.entry_point) == ({"en": "Matmul relu"}, "forward")
    assert [one.name for one in package.problem.parameters] == ["a", "b"]
    assert "class Model(nn.Module)" in package.statement
    names: dict[str, Any] = {}
    exec(package.cases, names)  # noqa: S102 - what the importer wrote
    first, second = (call.args for call in names["samples"]()[0].calls)
    assert {name: (value.shape, value.dtype) for name, value in first.items()} == {
        "a": ((64, 16), np.float32),
        "b": ((16, 128), np.float32),
    }
    assert not np.array_equal(first["a"], second["a"])
    told = [line for line in draft.left if line.startswith("7_Matmul_relu.py")]
    assert told == [
        "7_Matmul_relu.py:17: batch = 2048, which is 64 here, so that a case is quick",
        "7_Matmul_relu.py:18: inner = 512, which is 16 here, so that a case is quick",
        "7_Matmul_relu.py:12-14: what Model computes is PyTorch's; until you write it in JAX, this can't be published",
        "7_Matmul_relu.py:10: `nn.Linear`: a layer of PyTorch; what weights it has, the kata must be given",
        "7_Matmul_relu.py:13: `torch.matmul`: write it in JAX",
        "7_Matmul_relu.py:14: `torch.relu`: write it in JAX",
    ]


def test_a_shape_may_be_a_constant(tmp_path: Path) -> None:
    """`torch.rand(())` is one number."""
    source = SOURCE.replace("inner = 512", "shape = (512, 4)").replace("return [inner]", "return []")
    source = source.replace("torch.rand(batch, inner) * 2", "torch.rand(batch, *shape) * torch.rand(())")
    source = source.replace("torch.randn((inner, batch * 2))", "torch.randn(*shape)")
    draft = import_foreign(write(tmp_path, source), "matmul_relu")
    names: dict[str, Any] = {}
    exec(unpack(draft, tmp_path).cases, names)  # noqa: S102 - what the importer wrote
    args = names["samples"]()[0].calls[0].args
    assert {name: (value.shape, value.dtype) for name, value in args.items()} == {
        "a": ((64, 16, 4), np.float32),
        "b": ((16, 4), np.float32),
    }
    assert "7_Matmul_relu.py:18: shape = (512, 4), which is (16, 4) here, so that a case is quick" in draft.left


def test_nothing_false_is_claimed_of_what_is_not_written_yet(tmp_path: Path) -> None:
    draft = import_foreign(write(tmp_path), "matmul_relu")
    names: dict[str, Any] = {}
    exec(draft.solutions["reference.py"], names)  # noqa: S102 - what the importer wrote
    with pytest.raises(NotImplementedError, match=r"what Model\.forward does in PyTorch, 7_Matmul_relu\.py:12-14"):
        names["forward"](1, 2)
    assert "torch" not in draft.solutions["reference.py"].replace("PyTorch", "")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("def forward(self, a, b)", "def forward(self, *inputs)", "no `forward` with parameters that have names"),
        ("return [a, torch.randn((inner, batch * 2))]", "return [a]", "gives nothing for `b`"),
        ("return [a, torch.randn((inner, batch * 2))]", "return make()", "doesn't return a list of the inputs"),
        ("torch.rand(batch, inner) * 2", "torch.load('/etc/passwd')", "can't be brought over"),
        ("torch.rand(batch, inner) * 2", "torch.rand(len(open('/etc/passwd').read()))", "can't be brought over"),
    ],
)
def test_what_can_not_be_brought_over_is_told(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in SOURCE
    with pytest.raises(PackageError) as caught:
        import_foreign(write(tmp_path, SOURCE.replace(old, new)), "matmul_relu")
    assert said in str(caught.value)
