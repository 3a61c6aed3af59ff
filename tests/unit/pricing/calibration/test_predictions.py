from collections.abc import Mapping
from typing import Any

import polars as pl
import pytest
from msgspec.structs import replace

from pricing.calibration.folds import Split
from pricing.calibration.predictions import ask, question, run_question
from pricing.calibration.refits import inference_refits, training_refits, variant
from pricing.calibration.trials import trials_of
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.run_costs.quote import run_costs
from pricing.serving.precision import resolve
from pricing.serving.precision_names import SPELLINGS


def forged(catalog: Catalog, table: str, column: str, rows: frozenset[str]) -> Catalog:
    """A release in which some rows were published five times as high."""
    frame = catalog.frames[table].with_columns(
        pl.when(pl.col("id").is_in(sorted(rows)))
        .then(5.0 * pl.col(column))
        .otherwise(pl.col(column))
        .alias(column)
    )
    return Catalog(
        catalog.release.with_tables({table: frame}),
        constants=catalog.constants,
    )


def throughputs(catalog: Catalog, split: Split) -> dict[str, tuple[float | None, ...]]:
    """What a release says of the rows of a split, fitted and asked without them."""
    trials = trials_of(catalog)
    ((_, calibration),) = inference_refits(catalog, trials, [split])
    known = variant(catalog, constants=calibration, table="measurements", hidden=split.hidden)
    asked = [row for row in trials.measurements if row.id in split.hidden]
    return {
        name: (
            answer.performance.output_tokens_per_second,
            answer.performance.output_tokens_per_second_low,
        )
        for name, answer in ask(known, asked).items()
    }


def test_a_hidden_measurement_does_not_move_its_own_prediction(library: Library) -> None:
    catalog = library.newest
    hidden = frozenset(
        row.id for group in catalog.measurements.values() for row in group if row.device == "l40s"
    )
    split = Split("device", hidden)

    changed = throughputs(
        forged(catalog, "measurements", "output_tokens_per_second", hidden), split
    )

    assert len(changed) > 20
    assert changed == throughputs(catalog, split)


def test_a_hidden_measurement_moves_what_may_see_it(library: Library) -> None:
    catalog = library.newest
    hidden = frozenset({"TRT17-076"})
    near = Split("row", frozenset({"TRT17-080"}))

    changed = throughputs(forged(catalog, "measurements", "output_tokens_per_second", hidden), near)

    assert changed != throughputs(catalog, near)


def billed(catalog: Catalog, split: Split, run: Mapping[str, Any]) -> tuple[float, float]:
    ((_, calibration),) = training_refits(catalog, [split])
    known = variant(catalog, constants=calibration, table="training_runs", hidden=split.hidden)
    answer = run_costs(run_question(run), Library([known]))
    return answer.compute.mfu_fraction, answer.options[0].device_hours


def test_a_hidden_run_does_not_move_its_own_prediction(library: Library) -> None:
    catalog = library.newest
    (run,) = catalog.frames["training_runs"].filter(id="bloom-176b").to_dicts()
    split = Split("run", frozenset({run["id"]}))
    changed = forged(catalog, "training_runs", "comparable_mfu_fraction", split.hidden)

    assert billed(changed, split, run) == billed(catalog, split, run)


@pytest.mark.parametrize(("stored", "spelling"), sorted(SPELLINGS.items()))
def test_a_format_is_spelled_by_its_bits(
    library: Library, stored: tuple[str, float], spelling: str
) -> None:
    device = library.newest.devices["h100-sxm-80gb"]

    number_format = resolve(library.newest, device, spelling)

    assert (number_format.name, number_format.weight_bits) == stored


def test_every_measurement_is_asked_in_the_bits_that_it_ran_in(library: Library) -> None:
    catalog = library.newest
    rows = [row for row in trials_of(catalog).measurements if row.weight_bits is not None]

    wrong = [
        row.id
        for row in rows
        if resolve(
            catalog,
            catalog.devices[row.device],
            question(catalog, row).deployment.precision or "",
        ).weight_bits
        != row.weight_bits
    ]

    assert rows
    assert wrong == []


def test_an_input_that_is_not_printed_is_the_mean_of_its_data_set(library: Library) -> None:
    catalog = library.newest
    row = next(row for row in trials_of(catalog).measurements if row.dataset == "openorca")
    mean = catalog.assumptions["dataset.openorca.input_tokens"].value
    unprinted, printed = replace(row, input_tokens=None), replace(row, input_tokens=77.0)

    assert question(catalog, unprinted).load.input_tokens == mean
    assert question(catalog, unprinted, briefly=True).load.input_tokens is None
    assert question(catalog, printed, briefly=True).load.input_tokens == 77.0


def test_a_measurement_is_asked_under_the_version_that_it_ran_under(library: Library) -> None:
    """SGLang before 0.5.10 waits while prompts are read, and a name without a version does not."""
    catalog = library.newest
    rows = [row for row in trials_of(catalog).measurements if row.engine_version is not None]
    old = next(row for row in rows if (row.engine, row.engine_version) == ("SGLang", "0.5.7"))

    assert question(catalog, old).deployment.engine == "SGLang 0.5.7"
    assert question(catalog, old, briefly=True).deployment.engine is None
