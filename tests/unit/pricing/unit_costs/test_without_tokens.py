"""Models that write no tokens have no time per output token, in whatever is asked."""

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.comparisons.comparison import comparison
from pricing.comparisons.query import ComparisonQuery, Vary
from pricing.sweeps.query import SweepQuery
from pricing.sweeps.sweep import sweep_of
from pricing.tco.quote import tco
from pricing.unit_costs.query import Load
from pricing.unit_costs.quote import unit_costs
from tests import questions

ENCODER = {
    "model": "bert-large",
    "deployment": {"device": "l4", "device_count": 1},
    "load.input_tokens": 512.0,
    "load.output_tokens": 1.0,
}
TIMES = ["tpot_seconds", "tpot_p99_seconds"]


@pytest.mark.parametrize("load", [{}, {"concurrency": 4.0}, {"requests_per_second": 5.0}])
def test_encoder_has_no_time_per_output_token(library: Library, load: dict[str, float]) -> None:
    asked = ENCODER | {f"load.{name}": value for name, value in load.items()}
    shown = unit_costs(questions.unit_cost(asked), library).performance

    assert (shown.tpot_seconds, shown.tpot_p99_seconds) == (None, None)
    assert shown.ttft_seconds is not None


def test_rows_of_encoders_have_none_beside_those_of_decoders(library: Library) -> None:
    query = SweepQuery(
        base={"deployment": ENCODER["deployment"], "load": {"concurrency": 2.0}},
        axes={"model": ("bert-large", "llama-3.2-1b", "bert-base")},
        columns=("ttft_seconds", *TIMES),
    )
    rows = pl.concat(sweep_of(query, limit=10).rows(library))

    assert rows["ttft_seconds"].null_count() == 0
    for name in TIMES:
        assert rows[name].is_null().to_list() == [True, False, True]


def test_no_encoder_is_on_the_front_of_latency(library: Library) -> None:
    query = ComparisonQuery(
        model="bert-large",
        load=Load(input_tokens=512.0, output_tokens=1.0),
        vary=Vary(devices=("l4", "h100-sxm-80gb"), device_counts=(1,)),
    )
    candidates = comparison(query, library).candidates

    assert [row["tpot_seconds"] for row in candidates] == [None, None]
    assert [row["pareto_latency"] for row in candidates] == [False, False]
    assert candidates[0]["pareto"] is candidates[0]["pareto_energy"] is True


def test_a_service_of_an_encoder_has_none(library: Library) -> None:
    asked = {"model": "bert-large", "deployment": ENCODER["deployment"], "slo": {}}
    (replica,) = tco(questions.tco(asked), library).replicas

    assert replica.tpot_seconds is None
    assert replica.ttft_seconds is not None
