from collections import Counter

import pytest

from pricing.calibration.folds import architecture_splits, inference_splits, training_splits
from pricing.catalog.library import Library

GROUPS = ("device", "model", "source")


def test_every_measurement_is_hidden_once_in_every_way(library: Library) -> None:
    rows = [row for group in library.newest.measurements.values() for row in group]

    counts = Counter(
        (split.left_out, row)
        for split in inference_splits(rows, library.newest.models, library.newest.devices)
        for row in split.hidden
    )

    assert set(counts.values()) == {1}
    assert len(counts) == len(rows) * len({left_out for left_out, _ in counts})


@pytest.mark.parametrize("left_out", GROUPS)
def test_a_group_is_hidden_whole_with_none_of_its_families(library: Library, left_out: str) -> None:
    rows = [row for group in library.newest.measurements.values() for row in group]
    groups: dict[str, set[str]] = {}
    for row in rows:
        label = getattr(row, left_out)
        if left_out == "model":
            label = library.newest.models[row.model].network
        groups.setdefault(label, set()).add(row.id)

    devices = library.newest.devices
    families = {row.id: devices[row.device].family for row in rows}
    for split in inference_splits(rows, library.newest.models, devices):
        if split.left_out != left_out:
            continue
        parts = [group for group in groups.values() if group & split.hidden]
        assert all(group <= split.hidden for group in parts)
        counts = Counter(family for group in parts for family in {families[row] for row in group})
        assert len(parts) == 1 or set(counts.values()) == {1}


def test_no_pair_of_device_and_model_is_torn_apart(library: Library) -> None:
    rows = [row for group in library.newest.measurements.values() for row in group]
    splits = [
        split
        for split in inference_splits(rows, library.newest.models, library.newest.devices)
        if split.left_out == "device and model"
    ]

    torn = [
        (split, group)
        for split in splits
        for group in library.newest.measurements.values()
        if 0 < sum(row.id in split.hidden for row in group) < len(group)
    ]

    assert torn == []


def test_an_architecture_is_hidden_whole_with_every_family_that_has_it(library: Library) -> None:
    devices = library.newest.devices
    rows = [row for group in library.newest.measurements.values() for row in group]

    splits = architecture_splits(rows, devices)
    hidden = [{row for row in rows if row.id in split.hidden} for split in splits]
    found = [{devices[row.device].architecture for row in part} for part in hidden]

    assert sorted(name for names in found for name in names) == sorted(
        {devices[row.device].architecture for row in rows}
    )
    assert sum(len(split.hidden) for split in splits) == len(rows)


def test_every_run_is_hidden_once_in_every_way(library: Library) -> None:
    runs = library.newest.training_runs

    counts = Counter(
        (split.left_out, run) for split in training_splits(runs) for run in split.hidden
    )

    assert set(counts.values()) == {1}
    assert len(counts) == len(runs) * len({left_out for left_out, _ in counts})


def test_rows_are_left_out_by_tenths_that_are_about_as_large(library: Library) -> None:
    """What is known of a row is then nearly what the release knows."""
    rows = [row for group in library.newest.measurements.values() for row in group]
    splits = inference_splits(rows, library.newest.models, library.newest.devices)

    sizes = [len(split.hidden) for split in splits if split.left_out == "row"]
    pairs = [len(split.hidden) for split in splits if split.left_out == "device and model"]

    assert (len(sizes), len(pairs)) == (10, 20)
    assert max(sizes) - min(sizes) <= 1
    assert max(pairs) < 0.15 * len(rows)
