import pytest

from pricing.catalog.library import Library
from pricing.errors import DoesNotFit
from pricing.serving.memory import Room
from pricing.unit_costs.quote import unit_costs
from pricing.units import BYTES_PER_GIBIBYTE
from tests.questions import unit_cost
from tests.reserves import share_of


def room(
    *,
    state_bytes: float,
    kv_heads: float = 8.0,
    window_kv_bytes: float = 4.0,
    window_kv_heads: float | None = None,
) -> Room:
    return Room(
        reserve=share_of(1000.0),
        weights_bytes=400.0,
        kv_bytes=10.0,
        window_kv_bytes=window_kv_bytes,
        last_kv_bytes=20.0,
        last_window_kv_bytes=window_kv_bytes,
        last_tokens=2.0,
        kv_heads=kv_heads,
        window_kv_heads=window_kv_heads or kv_heads,
        state_bytes=state_bytes,
        concurrency_limit=1024.0,
    )


def test_a_request_holds_its_state_beside_its_cache() -> None:
    assert room(state_bytes=0.0).held(1) == pytest.approx(600 / 10)
    assert room(state_bytes=5.0).held(1) == pytest.approx(600 / 15)
    assert room(state_bytes=5.0).kv_bytes_in(1) == 15.0
    assert room(state_bytes=5.0).last_kv_bytes_in(1) == 25.0


def test_devices_share_out_a_state_where_each_stores_the_cache() -> None:
    alone = room(state_bytes=5.0, kv_heads=1.0)

    assert alone.kv_bytes_in(4) == 4 * 10.0 + 5.0
    assert alone.held(4) == pytest.approx((4000 - 400) / 45)


def test_layers_with_a_window_are_stored_as_often_as_their_own_heads_ask() -> None:
    """On four devices the one head of the others is stored four times, eight heads once."""
    own = room(state_bytes=5.0, kv_heads=1.0, window_kv_heads=8.0)

    assert own.kv_bytes_in(4) == 4 * 6.0 + 4.0 + 5.0
    assert own.last_kv_bytes_in(4) == 4 * 16.0 + 4.0 + 5.0
    assert own.held(4) == pytest.approx((4000 - 400) / 33)
    assert own.held(1) == room(state_bytes=5.0, kv_heads=1.0).held(1)


def test_one_request_must_fit_with_its_state() -> None:
    assert room(state_bytes=579.0).held(1) >= 1.0
    assert room(state_bytes=581.0).held(1) < 1.0


def test_hybrid_holds_what_its_caches_and_states_leave_room_for(library: Library) -> None:
    """16 layers with 2 · 4 · 256 values a token, 48 with 48 states of 128 × 128."""
    asked = {
        "model": "qwen3.5-27b",
        "deployment.device_count": 1,
        "deployment.precision": "bf16",
        "load.input_tokens": 1000,
        "load.output_tokens": 200,
        "load.concurrency": None,
    }
    state_bytes = 48 * (48 * 128 * 128 * 4 + (2 * 16 * 128 + 48 * 128) * 3 * 2)
    cache_bytes = 16 * 2 * 4 * 256 * 2 * (1000 + 200 / 2)

    found = unit_costs(unit_cost(asked), library)

    assert found.memory
    room_bytes = (
        found.memory.kv_cache_gibibytes + found.memory.free_gibibytes
    ) * BYTES_PER_GIBIBYTE
    assert library.newest.models["qwen3.5-27b"].state_bytes == state_bytes
    assert found.performance.concurrency == room_bytes // (cache_bytes + state_bytes)


def test_what_does_not_fit_is_refused_with_its_state(library: Library) -> None:
    asked = {"model": "nemotron-h-56b", "deployment.device_count": 1, "deployment.precision": "fp8"}
    with pytest.raises(DoesNotFit, match=r"0\.86\d* of KV cache of a request"):
        unit_costs(unit_cost(asked | {"deployment.device": "rtx-a6000"}), library)
