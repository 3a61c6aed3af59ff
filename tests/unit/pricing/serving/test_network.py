"""Replicas that span nodes reach one another through the network."""

import pytest

from pricing.catalog.library import Library
from pricing.serving.checkpoints.arithmetic import alike
from pricing.serving.checkpoints.recipe import Recipe
from pricing.serving.checkpoints.weights import weights_of
from pricing.serving.constants import NETWORK, NETWORK_LATENCY, inference_constants
from pricing.serving.passes.forward_pass import forward_pass, group_of
from pricing.serving.rates import Rates, rates_of
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

LAYERS, HIDDEN_SIZE = 126, 16384  # of Llama 3.1 405B


def rates(library: Library, device_name: str, *, catalog: str | None = None) -> Rates:
    found = library.get(catalog)
    device = found.devices[device_name]
    return rates_of(
        found.models["llama-3.1-405b"],
        device,
        inference_constants(found, device.family, "bf16"),
        weights=weights_of(found.models["llama-3.1-405b"], Recipe()),
        kv_bits=16.0,
        arithmetic=alike(device.flops_per_second["bf16"]),
    )


def linking_seconds(found: Rates, devices: float, tokens: float) -> float:
    """What all-reduces add to a pass."""
    whole = forward_pass(
        found,
        group_of(found, devices),
        tokens,
        seconds_per_token=0.0,
        kv_seconds=0.0,
        state_seconds=0.0,
        host_seconds=0.0,
    )
    return float(whole.overhead_seconds - found.overhead_seconds)


def answer(
    library: Library,
    device: str,
    *,
    model: str = "llama-3.1-405b",
    tensor_parallel: int | None = None,
) -> UnitCostAnswer:
    asked = {
        "model": model,
        "deployment.device": device,
        "deployment.device_count": 16,
        "deployment.tensor_parallel": tensor_parallel,
        "deployment.precision": "bf16",
        "purchase.usd_per_device_hour": 2.0,
    }
    return unit_costs(unit_cost(asked), library)


@pytest.mark.parametrize(
    ("device", "bytes_per_second"),
    [
        ("l40s", 32e9),  # its slot, in one direction: eight shares of the network are more
        ("inferentia2", 12 * 1.05e9),  # twelve shares of 100 Gb/s are less than its links
        ("dgx-spark", 25e9),  # a node of one
    ],
)
def test_the_slowest_of_links_and_network_decides(
    library: Library, device: str, bytes_per_second: float
) -> None:
    catalog, devices, tokens = library.newest, 24.0, 64.0
    efficiency_fraction = catalog.constants["any", "link", "any", "efficiency_fraction"]
    transfer_seconds = tokens * 2 * HIDDEN_SIZE * 2 / (bytes_per_second * efficiency_fraction)
    latency_seconds = catalog.assumptions[NETWORK_LATENCY].value

    found = linking_seconds(rates(library, device), devices, tokens)

    assert found == pytest.approx(
        LAYERS * 2 * (devices - 1) / devices * (transfer_seconds + latency_seconds)
    )


def test_replica_of_one_node_does_not_see_the_network(library: Library) -> None:
    latency_seconds = library.newest.constants["any", "link", "any", "latency_seconds"]

    found = linking_seconds(rates(library, "h100-sxm-80gb"), 8.0, 0.0)

    assert found == pytest.approx(LAYERS * 2 * 7 / 8 * latency_seconds)


@pytest.mark.parametrize(
    ("device", "assumed"),
    [("h100-sxm-80gb", {NETWORK_LATENCY}), ("h100-pcie-80gb", {NETWORK, NETWORK_LATENCY})],
)
def test_what_is_assumed_of_the_network_is_listed(
    library: Library, device: str, assumed: set[str]
) -> None:
    found = answer(library, device, tensor_parallel=16)

    listed = {assumption.key for assumption in found.assumptions}
    assert listed & {NETWORK, NETWORK_LATENCY} == assumed


@pytest.mark.parametrize(
    ("device", "model", "share"),
    [("h100-sxm-80gb", "llama-3.1-405b", 100.0), ("rtx-5070", "llama-3.1-70b", 0.31)],
)
def test_the_network_of_a_device_is_listed(
    library: Library, device: str, model: str, share: float
) -> None:
    key = f"devices.{device}.network_gigabytes_per_second"
    found = answer(library, device, model=model)
    (listed,) = (row for row in found.assumptions if row.key == key)

    assert listed.value == pytest.approx(share, rel=1e-12)
