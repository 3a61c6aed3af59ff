"""Peaks of fine-tuning without a device: what the libraries' own code would allocate.

A step runs on tensors that have a size and no data. Each counts from its making until nothing holds
it. What a kernel takes for itself, and what torch's pools lose, is not in it.
"""

import weakref
from collections.abc import Iterator
from typing import Any

import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves
from transformers import AttentionInterface

from bench.on_device.meter import BFLOAT16, GIBI
from bench.on_device.tuning import CASES, MEASURED, SMALL, step_of, told

BLOCK_BYTES = 512
"""What torch's allocator rounds up to."""

ATTENTION = "counted"


def rows(*, is_small: bool = False) -> Iterator[dict[str, Any]]:
    """A row of a table of fine-tuning runs for each case, on a device that all of them fit."""
    AttentionInterface.register(ATTENTION, _attend)
    torch.nn.Module._apply = _replace  # noqa: SLF001 - torch's own swaps data that these have not
    for case in SMALL if is_small else CASES:
        found = dict.fromkeys(MEASURED, "") | {
            "peak_memory_gib": round(_peak_bytes(case) / GIBI, 3),
            "memory_measure": "tensors, counted without a device",
        }
        yield {**told(case), "device": "H200-SXM-141GB", **found, "outcome": "ok"}


def _peak_bytes(case: Any) -> int:
    """Of the second step: the first makes the states of the optimizer."""
    with FakeTensorMode(allow_non_fake_inputs=True):
        step = step_of(case, ATTENTION)
        with _Held() as held:
            step()
            held.peak_bytes = held.bytes
            step()
            return int(held.peak_bytes)


class _Held(TorchDispatchMode):  # type: ignore[misc]
    """The bytes of all tensors that operations have seen, and their peak."""

    def __init__(self) -> None:
        super().__init__()
        self.bytes = self.peak_bytes = 0
        self.seen: set[int] = set()

    def __torch_dispatch__(self, call: Any, _: Any, args: Any = (), named: Any = None) -> Any:
        found = call(*args, **(named or {}))
        for value in tree_leaves((args, named, found)):
            if isinstance(value, torch.Tensor):
                self._hold(value.untyped_storage())
        return found

    def _hold(self, storage: Any) -> None:
        key = storage._cdata  # noqa: SLF001 - the storage itself, whichever object stands for it
        if key in self.seen:
            return
        size = -(-storage.nbytes() // BLOCK_BYTES) * BLOCK_BYTES
        self.seen.add(key)
        self.bytes += size
        self.peak_bytes = max(self.peak_bytes, self.bytes)
        weakref.finalize(storage, self._drop, key, size)

    def _drop(self, key: int, size: int) -> None:
        self.seen.discard(key)
        self.bytes -= size


class _Flash(torch.autograd.Function):  # type: ignore[misc]
    """Holds what flash attention holds (arXiv 2307.08691): its inputs, its output and a number."""

    @staticmethod
    def forward(context: Any, queries: Any, keys: Any, values: Any) -> Any:
        found = torch.empty_like(queries.transpose(1, 2)).transpose(1, 2)
        sums = torch.empty(queries.shape[:3], dtype=torch.float32, device=queries.device)
        context.save_for_backward(queries, keys, values, found, sums)
        return found

    @staticmethod
    def backward(context: Any, _: Any) -> Any:
        return tuple(torch.empty_like(value) for value in context.saved_tensors[:3])


def _attend(_: Any, queries: Any, keys: Any, values: Any, *__: Any, **___: Any) -> Any:
    if torch.is_autocast_enabled(queries.device.type):
        queries, keys, values = (value.to(BFLOAT16) for value in (queries, keys, values))
    return _Flash.apply(queries, keys, values).transpose(1, 2).contiguous(), None


def _replace(module: Any, change: Any, recurse: bool = True) -> Any:  # noqa: ARG001, FBT001, FBT002
    """What torch.nn.Module._apply does, for tensors without data."""
    for part in module.children():
        part._apply(change)  # noqa: SLF001
    for name, value in module._parameters.items():  # noqa: SLF001
        if value is not None:
            with torch.no_grad():
                changed = torch.nn.Parameter(change(value), requires_grad=value.requires_grad)
            module._parameters[name] = changed  # noqa: SLF001
    for name, value in module._buffers.items():  # noqa: SLF001
        if value is not None:
            module._buffers[name] = change(value)  # noqa: SLF001
    return module
