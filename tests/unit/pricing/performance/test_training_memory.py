"""The memory of a training run."""

import pytest

from pricing.catalog.library import Library
from pricing.errors import DoesNotFit
from pricing.quotes.training import run_costs
from tests.questions import Changes, run_cost

GIBIBYTE = 1_073_741_824


def test_states_are_sixteen_bytes_a_parameter_over_all_devices(library: Library) -> None:
    answer = run_costs(run_cost({"deployment.device_count": 64}), library)

    # 8,030,261,248 parameters · 16 / 64
    assert answer.memory.states_gibibytes == pytest.approx(
        8_030_261_248 * 16 / 64 / GIBIBYTE, rel=1e-12
    )


def test_activations_are_34_bytes_a_value_over_the_devices_that_share_them(
    library: Library,
) -> None:
    memory = run_costs(run_cost(), library).memory

    # s 4096 · h 4096 · L 32 · 34 bytes
    assert memory.activations_gibibytes * memory.model_parallel == pytest.approx(
        4096 * 4096 * 32 * 34 / GIBIBYTE, rel=1e-12
    )


@pytest.mark.parametrize(
    ("changes", "bytes_per_parameter"),
    [
        ({"method": "full_finetuning"}, 16.0),
        ({"method": "lora"}, 2.0 + 0.005 * 16.0),
        ({"method": "qlora"}, 4.5 / 8 + 0.005 * 16.0),
    ],
)
def test_adapters_keep_states_of_the_adapters_alone(
    library: Library, changes: Changes, bytes_per_parameter: float
) -> None:
    answer = run_costs(run_cost({"deployment.device_count": 8, **changes}), library)

    assert answer.memory.states_gibibytes == pytest.approx(
        8_030_261_248 * bytes_per_parameter / 8 / GIBIBYTE, rel=1e-12
    )


def test_full_recompute_keeps_a_seventeenth_of_the_activations(library: Library) -> None:
    def whole(recompute: str) -> float:
        memory = run_costs(run_cost({"recompute": recompute}), library).memory
        return memory.activations_gibibytes * memory.model_parallel

    assert whole("full") == pytest.approx(whole("none") * 2 / 34, rel=1e-12)


def test_run_fits_in_what_it_says_it_holds(library: Library) -> None:
    memory = run_costs(run_cost(), library).memory

    assert memory.fits
    assert memory.states_gibibytes + memory.activations_gibibytes <= memory.capacity_gibibytes


def test_states_that_are_too_large_are_refused_with_a_count_that_fits(library: Library) -> None:
    changes = {"model": "llama-3.1-405b", "deployment.device_count": 8}
    with pytest.raises(DoesNotFit, match="weights, gradients and optimizer") as caught:
        run_costs(run_cost(changes), library)

    assert caught.value.field == "deployment.device_count"
    (needed,) = caught.value.nearest
    answer = run_costs(run_cost(changes | {"deployment.device_count": int(needed)}), library)
    assert answer.memory.states_gibibytes <= answer.memory.capacity_gibibytes


def test_count_left_out_is_the_smallest_power_of_two_that_fits(library: Library) -> None:
    answer = run_costs(run_cost({"deployment.device_count": None}), library)
    fewer = run_cost({"deployment.device_count": answer.device_count // 2})

    assert answer.memory.fits
    try:
        fits = run_costs(fewer, library).memory.fits
    except DoesNotFit:
        fits = False
    assert not fits


def test_activations_that_do_not_fit_are_announced(library: Library) -> None:
    answer = run_costs(run_cost({"sequence_length": 1_000_000}), library)

    assert not answer.memory.fits
    assert any("activations of one sequence" in warning for warning in answer.warnings)


def test_sequence_that_fits_on_no_number_of_devices_is_refused(library: Library) -> None:
    with pytest.raises(DoesNotFit, match="however many") as caught:
        run_costs(
            run_cost({"sequence_length": 10_000_000, "deployment.device_count": None}), library
        )

    assert caught.value.field == "sequence_length"


def test_utilisation_is_lower_at_a_large_scale(library: Library) -> None:
    fractions = [
        run_costs(run_cost({"deployment.device_count": count}), library).compute.mfu_fraction
        for count in (64, 32_768)
    ]

    assert 0.2 < fractions[-1] < fractions[0] < 0.6


def test_mixture_of_experts_reaches_less_than_a_dense_model(library: Library) -> None:
    changes = {"deployment.device_count": 1024}
    dense = run_costs(run_cost(changes), library)
    mixture = run_costs(run_cost(changes | {"model": "mixtral-8x7b"}), library)

    assert mixture.compute.mfu_fraction < dense.compute.mfu_fraction


def test_modelled_utilisation_names_the_runs_that_it_leans_on(library: Library) -> None:
    work = run_costs(run_cost(), library).compute

    assert work.mfu_basis != "given"
    assert set(work.evidence) <= {run.id for run in library.newest.training_runs}
    assert work.evidence
