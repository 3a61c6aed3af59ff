"""What the weights of a checkpoint show: the index of its safetensors, or their headers."""

import json
import re
from collections.abc import Iterable, Mapping
from math import prod
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from pricing.importers.readings import refused

INDEX = "model.safetensors.index.json"
LENGTH_BYTES = 8
MOST_HEADER_BYTES = 200_000_000

TOWER = re.compile(
    r"(?:^|\.)(?:vision\w*|visual|vit|image\w*|audio\w*|speech\w*|mm_projector|multi_modal_projector"
    r"|embed_vision|embed_audio|patch_merger|aligner|connector)(?:\.|$)"
)
_LAYER = re.compile(r"(?:^|\.)layers\.(\d+)\.")
HEAD = re.compile(r"(?:^|\.)(?:lm_head|embed_out|output)\.weight$")
PACKED = frozenset({"I32", "U8", "I8", "F8_E4M3", "F8_E5M2", "F4", "U32"})
"""Types of tensors of packed or quantised weights, whose shapes do not count parameters."""


class Weights(Struct):
    """What tensors show; parameters are 0 where only names are known.

    text, tower, draft: parameters of the three; bytes: of all tensors; has_head, has_tower,
    has_draft: by their names; is_packed: whether shapes do not count parameters; stored: bytes of a
    parameter, where all tensors have one type.
    """

    text: int = 0
    tower: int = 0
    draft: int = 0
    bytes: int = 0
    has_head: bool = False
    has_tower: bool = False
    has_draft: bool = False
    is_packed: bool = False
    files: list[str] = field(default_factory=list)


def weights_of(config: Path, given: Iterable[Path], blocks: int) -> Weights | None:
    """What the weights of a checkpoint show, None where there are none.

    given: files that the caller names; else those beside the configuration are read. blocks: of
    the decoder; tensors of later ones predict further tokens. Raises CatalogError for a file that
    is no index and no safetensors.
    """
    files = list(given)
    if not files:
        beside = sorted(config.parent.glob("*.safetensors")) if config.parent.name else []
        index = config.parent / INDEX
        files = beside or ([index] if index.exists() else [])
    if not files:
        return None
    found = Weights(files=[path.name for path in files])
    for path in files:
        if path.suffix == ".json":
            _take_index(path, found, blocks)
        else:
            _take_header(path, found, blocks)
    return found


def _take_index(path: Path, found: Weights, blocks: int) -> None:
    """Names of tensors, and the bytes of all."""
    try:
        told = json.loads(path.read_bytes())
        names, metadata = told["weight_map"], told.get("metadata") or {}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise refused(path, f"no index of safetensors: {error}") from error
    if not found.bytes:
        found.bytes = int(metadata.get("total_size") or 0)
    for name in names:
        _tell(name, found, blocks)
        found.is_packed |= name.endswith((".qweight", "_scale", "_scale_inv", "_blocks", "_scales"))


def _take_header(path: Path, found: Weights, blocks: int) -> None:
    """Names, types and shapes of the tensors of a file."""
    for name, tensor in _header(path).items():
        if name == "__metadata__":
            continue
        start, end = tensor["data_offsets"]
        found.bytes += end - start
        kind = _tell(name, found, blocks)
        found.is_packed |= tensor["dtype"] in PACKED
        setattr(found, kind, getattr(found, kind) + prod(tensor["shape"]))


def _header(path: Path) -> Mapping[str, Any]:
    try:
        with path.open("rb") as file:
            length = int.from_bytes(file.read(LENGTH_BYTES), "little")
            if not 0 < length < MOST_HEADER_BYTES:
                raise refused(path, "no safetensors: its header has no length")
            header = json.loads(file.read(length))
    except (OSError, ValueError) as error:
        raise refused(path, f"no safetensors: {error}") from error
    if not isinstance(header, dict):
        raise refused(path, "no safetensors: its header names no tensors")
    return header


def _tell(name: str, found: Weights, blocks: int) -> str:
    """Which part a tensor is of, and what its name shows."""
    layer = _LAYER.search(name)
    if "mtp" in name.split(".") or (layer and int(layer[1]) >= blocks and not TOWER.search(name)):
        found.has_draft = True
        return "draft"
    if TOWER.search(name):
        found.has_tower = True
        return "tower"
    found.has_head |= bool(HEAD.search(name))
    return "text"
