"""Questions about services, of every kind of load, purchase and horizon."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

PURCHASES: tuple[Mapping[str, Any], ...] = (
    {"option": "on_demand", "provider": "aws"},
    {"option": "spot", "provider": "aws"},
    {"option": "reserved_1y", "provider": "aws"},
    {"option": "owned"},
    {"plan": "optimal", "provider": "aws"},
    {"base": {"option": "owned"}, "base_replicas": 3, "burst": {"option": "spot"}},
    {"base": {"option": "reserved_3y", "provider": "aws"}},
    {
        "plan": "optimal",
        "provider": "aws",
        "base": {"option": "owned"},
        "base_replicas": 2,
        "upfronts": ["all"],
    },
    {"base": {"option": "reserved_3y", "provider": "aws", "upfront": "partial"}},
)

ASKED = {
    "traffic.requests_per_day": st.floats(1e3, 2e7),
    "traffic.growth_per_month_fraction": st.floats(-0.1, 0.1),
    "traffic.hourly_profile": st.none() | st.lists(st.floats(0.1, 9.0), min_size=24, max_size=24),
    "traffic.weekend_ratio": st.floats(0.0, 2.0),
    "traffic.cached_input_fraction": st.floats(0.0, 0.9),
    "capacity.scaling": st.sampled_from(["fixed", "autoscaled", "scale_to_zero"]),
    "capacity.redundant_replicas": st.integers(0, 2),
    "horizon_months": st.integers(1, 40),
    "start": st.sampled_from(["2026-02", "2026-08-01", "2026-12-31"]),
    "purchase": st.sampled_from(PURCHASES),
    "price_change_per_year_fraction": st.floats(-0.4, 0.3),
    "training_usd": st.none() | st.floats(0.0, 1e8),
    "overheads.staff_usd_per_month": st.none() | st.floats(0.0, 1e6),
    "payments": st.sampled_from([None, {"invoice_delay_months": 2, "tax_fraction": 0.19}]),
    "fiscal_year_start_month": st.integers(1, 12),
    "alternative": st.sampled_from(
        [
            None,
            {"usd_per_million_input_tokens": 0.9, "usd_per_million_output_tokens": 0.9},
            {"deployment": {"device": "h200-sxm-141gb", "device_count": 8, "precision": "fp8"}},
        ]
    ),
}

CONTRACTS: tuple[list[Mapping[str, Any]], ...] = (
    [],
    [{"discount_fraction": 0.1, "covers": ["on_demand", "commitments", "storage", "egress"]}],
    [{"provider": "aws", "discount_fraction": 0.07, "period": "month", "minimum_usd": 1e5}],
    [
        {
            "tiers": [
                {"from_usd": 1e4, "discount_fraction": 0.05},
                {"from_usd": 3e5, "discount_fraction": 0.12},
            ],
            "covers": ["on_demand", "spot"],
            "minimum_usd": 1e6,
            "minimum_counts": ["on_demand", "commitments", "egress"],
            "valid_from": "2025-05",
            "spent_usd": 2e5,
            "other_usd_per_month": 1e3,
        },
        {"discount_fraction": 0.3, "covers": ["storage"], "valid_to": "2027-01"},
    ],
)

CONTRACTED = {**ASKED, "contracts": st.sampled_from(CONTRACTS)}
"""The same under contracts over whole bills."""

BOOKS = {
    **CONTRACTED,
    "drivers": st.just(value=False),
    "currency": st.sampled_from([None, "EUR", "JPY"]),
    "catalog": st.just("2026-10-31"),
}
"""The same questions with what changes a workbook alone."""
