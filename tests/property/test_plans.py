"""Plans, latencies and power of an array are those of each of its floats."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.evidence.device_power import spent
from pricing.evidence.features import Setup
from pricing.numerics.structs import taken, whole
from pricing.quote.context import QuoteContext
from pricing.serving.checkpoints.weights import weights_of
from pricing.serving.constants import inference_constants
from pricing.serving.engines import divided_heads
from pricing.serving.layout import Demand
from pricing.serving.layout_search import Hardware
from pricing.serving.parallel.conventions import Counted
from pricing.serving.parallel.shapes import Asked
from pricing.serving.parallel.spread import spread_of
from pricing.serving.precision import default_precision, resolve
from pricing.serving.rates import rates_of
from pricing.sweeps.unit_costs.loads import FIELDS, Loads
from pricing.sweeps.unit_costs.placements import counts_of, groups_of
from pricing.unit_costs.latency import Serving, at_rate, closed
from pricing.unit_costs.plan import plan
from pricing.unit_costs.planning.best_plan import best_plan
from pricing.unit_costs.planning.task import Plan, reached
from pricing.unit_costs.query import Deployment, Slo
from pricing.unit_costs.workload import Deployed, Workload
from tests.property.laws import law
from tests.reserves import share_of

CLOSE = 1e-9

NOTHING = float("nan")

DEVICES = ("h100-sxm-80gb", "l4", "mi300x", "tpu-v5e", "rtx-4090")
MODELS = ("llama-3.1-8b", "llama-3.1-70b", "deepseek-v3", "qwen3-30b-a3b")

LOAD = {
    "input_tokens": st.floats(1.0, 20_000.0),
    "output_tokens": st.floats(1.0, 4_000.0),
    "concurrency": st.one_of(st.just(NOTHING), st.floats(1.0, 2_000.0)),
    "ttft_limit": st.one_of(st.just(NOTHING), st.floats(0.02, 20.0)),
    "tpot_limit": st.one_of(st.just(NOTHING), st.floats(0.005, 0.2)),
}

ASKED = st.tuples(
    st.sampled_from(DEVICES),
    st.sampled_from(MODELS),
    st.sampled_from([1, 4, 8, 16]),
    st.fixed_dictionaries(LOAD),
)


def workload(library: Library, asked: tuple[str, str, int, dict[str, float]]) -> Workload:
    name, model_name, count, load = asked
    catalog = library.newest
    device, model = catalog.devices[name], catalog.models[model_name]
    number_format = resolve(catalog, device, default_precision(device, model.native_precision))
    rates = rates_of(
        model,
        device,
        inference_constants(catalog, device.family, number_format.arithmetic),
        weights=weights_of(model, number_format.recipe),
        kv_bits=number_format.kv_bits,
        arithmetic=number_format.peaks,
    )
    given = {key: None if np.isnan(value) else value for key, value in load.items()}
    deployed = Deployed(
        asked=model_name,
        deployment=Deployment(device=name),
        model=model,
        number_format=number_format,
        hardware=Hardware(
            rates=rates,
            reserve=share_of(0.9 * device.memory_bytes),
            concurrency_limit=256.0,
            node=device.node_device_count,
            heads=divided_heads(model, device, None),
            tdp_watts=device.tdp_watts,
        ),
        setup=Setup(catalog, device, model, number_format.name, None),
        engine=None,
        asked_kv_bits=None,
        counted=Counted(Asked(), None),
        spread=spread_of(
            catalog,
            model,
            device,
            expert_bytes=weights_of(model, number_format.recipe).expert_bytes,
            arithmetic=number_format.arithmetic,
        ),
        speculated=None,
        keys=(),
        snapshot=QuoteContext(catalog, as_of=None).snapshot,
    )
    return Workload(
        catalog=catalog,
        deployed=deployed,
        device=device,
        model=model,
        number_format=number_format,
        hardware=deployed.hardware,
        setup=deployed.setup,
        demand=Demand(load["input_tokens"], load["output_tokens"], given["concurrency"]),
        slo=Slo(ttft_seconds=given["ttft_limit"], tpot_seconds=given["tpot_limit"]),
        device_count=count,
        tensor_parallel=None,
        engine=None,
        asked_kv_bits=None,
    )


def numbers(found: Plan, at_load: Plan, served: Serving) -> list[Any]:
    """Layout, correction, latency and power."""
    return [
        found.layout.size,
        found.layout.concurrency,
        found.requests_per_second,
        found.correction.band_ratio,
        found.layout.high_ratio(found.ratio, found.correction.band_ratio),
        served.concurrency,
        served.busy_fraction,
        served.ttft_seconds,
        served.tpot_seconds,
        served.ttft_p99_seconds,
        served.tpot_p99_seconds,
        at_load.busy_watts(spent(served.layout)),
    ]


SERVED: dict[str, Callable[[Plan], tuple[Plan, Serving]]] = {
    "closed": lambda found: (found, closed(found, found.requests_per_second)),
    "at a rate": lambda found: at_rate(
        found, found.requests_per_second, 0.6 * found.requests_per_second
    ),
}


@pytest.mark.parametrize("served", SERVED)
@law
@given(questions=st.lists(ASKED, min_size=1, max_size=8))
def test_array_of_questions_has_the_answers_of_each(
    served: str, questions: list[tuple[str, str, int, dict[str, float]]], library: Library
) -> None:
    workloads = [workload(library, asked) for asked in questions]
    columns: dict[str, Any] = {
        name: np.array([load.get(name, NOTHING) for *_, load in questions]) for name in FIELDS
    }
    own, loads = np.arange(len(workloads)), Loads(**columns)
    counts = counts_of(workloads, own, loads)
    with np.errstate(all="ignore"):
        for group in groups_of(workloads, own, counts, loads, is_spanned=False):
            planned = plan(group.task(is_open=True, is_corrected=True))
            good = whole(planned.fits & planned.keeps, len(group))
            if not good.any():
                continue
            rows = np.flatnonzero(good)
            task, replicas = taken((planned.plan.task, planned.plan.replicas), rows)
            found = reached(task, replicas)
            values = [whole(one, len(rows)) for one in numbers(found, *SERVED[served](found))]
            for at, row in enumerate(group.rows[rows]):
                alone = best_plan(workloads[row])
                if alone.layout.room.spread is not None:
                    continue  # beyond a node, where groups and stages are better

                assert [value[at] for value in values] == pytest.approx(
                    numbers(alone, *SERVED[served](alone)), rel=CLOSE, nan_ok=True
                )
            for row in group.rows[~good]:
                with suppress(Refusal):
                    assert best_plan(workloads[row]).layout.room.spread is not None
