"""Splits: what is hidden from the fit and from the evidence when a row is predicted."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from msgspec import Struct

from pricing.catalog.rows import Device, Measurement, Model, TrainingRun

ROW = "row"
"""What single rows are left out by."""

ROW_PARTS, PAIR_PARTS = 10, 20
"""Rows, and pairs of device and model, are hidden by so many parts at a time: there are too many
to fit the constants without each."""


ASIDE_OF = 3
"""One source of so many is kept aside: nothing is fitted to it."""


def is_aside(source: str) -> bool:
    """Whether a source of published rows is kept aside."""
    return sha256(source.encode()).digest()[0] % ASIDE_OF == 0


class Split(Struct, frozen=True):
    """Rows that a prediction of them may not know of; `left_out` says what they share."""

    left_out: str
    hidden: frozenset[str]


def inference_splits(
    rows: Sequence[Measurement], models: Mapping[str, Model], devices: Mapping[str, Device]
) -> list[Split]:
    """A tenth of the rows at a time, a twentieth of the pairs, and every whole group.

    Models of one network are hidden together. So are devices, and sources, that have no family of
    devices in common: what one shows says nothing of the other but by the constants of all.
    """
    families = {row.id: devices[row.device].family for row in rows}
    networks = {row.id: models[row.model].network for row in rows}
    return [
        *_parts(ROW, {row.id: row.id for row in rows}, ROW_PARTS),
        *_parts(
            "device and model",
            {row.id: f"{row.device} {networks[row.id]}" for row in rows},
            PAIR_PARTS,
        ),
        *_apart("device", {row.id: row.device for row in rows}, families),
        *_parts("model", networks),
        *_apart("source", {row.id: row.source for row in rows}, families),
    ]


def architecture_splits(rows: Sequence[Measurement], devices: Mapping[str, Device]) -> list[Split]:
    """Every architecture of devices: what a new generation of hardware would be answered.

    Those of different families are hidden together, as devices are. Nothing is chosen by these,
    unlike by the splits of inference_splits.
    """
    architectures = {row.id: devices[row.device].architecture for row in rows}
    families = {row.id: devices[row.device].family for row in rows}
    return list(_apart("architecture", architectures, families))


def training_splits(runs: Sequence[TrainingRun]) -> list[Split]:
    """Every run, and every whole group."""
    return [
        *_parts("run", {run.id: run.id for run in runs}),
        *_parts("device", {run.id: run.device for run in runs}),
        *_parts("source", {run.id: run.source for run in runs}),
    ]


def _apart(
    left_out: str, labels: Mapping[str, str], families: Mapping[str, str]
) -> Iterator[Split]:
    """The rows of every label, those together whose rows have no family in common.

    The largest labels are dealt first, in the order of their names where they are as large.
    """
    own: dict[str, set[str]] = defaultdict(set)
    for row, label in labels.items():
        own[label].add(families[row])
    sizes = Counter(labels.values())
    parts: list[tuple[set[str], set[str]]] = []
    for label in sorted(sizes, key=lambda label: (-sizes[label], label)):
        free = (part for part in parts if not part[1] & own[label])
        part = next(free, None)
        if part is None:
            parts.append(part := (set(), set()))
        part[0].add(label)
        part[1].update(own[label])
    for together, _ in parts:
        yield Split(left_out, frozenset(row for row, label in labels.items() if label in together))


def _parts(left_out: str, labels: Mapping[str, str], count: int | None = None) -> Iterator[Split]:
    """The rows of every label, or of so many parts of the labels that are about as large.

    The largest labels are dealt first, in the order of their names where they are as large.
    """
    sizes = Counter(labels.values())
    ordered = sorted(sizes, key=lambda label: (-sizes[label], label))
    parts: dict[int, set[str]] = defaultdict(set)
    for index, label in enumerate(ordered):
        parts[index % count if count else index].add(label)
    for part in parts.values():
        yield Split(left_out, frozenset(row for row, label in labels.items() if label in part))
