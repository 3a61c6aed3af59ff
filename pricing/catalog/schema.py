"""The tables of a release: their columns, units, bounds and keys.

This is the published format. A column that is not listed here does not exist, and a table
that is not listed here is not part of a release.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

SCHEMA_VERSION = 1


class Kind(Enum):
    """What the text of a cell stands for."""

    TEXT = "text"
    NUMBER = "number"
    INTEGER = "integer"
    DAY = "day"
    FLAG = "flag"


@dataclass(frozen=True)
class Column:
    """One column: its kind, whether it may be empty, and its bounds (both inclusive).

    late: the first releases do not have the column; it is empty there.
    """

    name: str
    kind: Kind = Kind.TEXT
    required: bool = False
    minimum: float | None = None
    maximum: float | None = None
    choices: frozenset[str] | None = None
    references: str | None = None
    late: bool = False


@dataclass(frozen=True)
class Table:
    """One table: its columns in file order, and the columns that name a row."""

    name: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def header(self) -> tuple[str, ...]:
        """The column names in file order."""
        return tuple(column.name for column in self.columns)

    def present(self, names: Collection[str]) -> tuple[Column, ...]:
        """The columns of a file that has these: late ones may be missing."""
        return tuple(column for column in self.columns if not column.late or column.name in names)


CONFIDENCES = frozenset({"verified", "partly verified", "secondary", "unverified"})
OPTIONS = frozenset(
    {"on_demand", "spot", "reserved_1y", "reserved_3y", "capacity_block", "market_median"}
)
PRECISIONS = ("fp32", "tf32", "fp16", "bf16", "fp8", "fp4", "int8", "int4")
FLOPS_CONVENTIONS = frozenset({"model", "weights", "square", "hardware"})
"""What published FLOPs of training count: those of the model, attention included in a way that is
not told; 6·N alone; attention over the whole square, 6·N + 12·L·h·s; recomputation besides."""
REGIMES = frozenset({"offline", "server", "interactive", "static", "concurrency", "rate", "single"})


def _text(name: str, *, required: bool = False, choices: frozenset[str] | None = None) -> Column:
    return Column(name, Kind.TEXT, required, choices=choices)


def _reference(name: str, table: str, *, required: bool = False) -> Column:
    return Column(name, Kind.TEXT, required, references=table)


def _number(
    name: str, *, required: bool = False, low: float | None = 0.0, high: float | None = None
) -> Column:
    return Column(name, Kind.NUMBER, required, minimum=low, maximum=high)


def _integer(name: str, *, required: bool = False, low: int = 0) -> Column:
    return Column(name, Kind.INTEGER, required, minimum=low)


_SOURCE = _text("source", required=True)
_CONFIDENCE = _text("confidence", required=True, choices=CONFIDENCES)
_NOTES = _text("notes")

TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        Table(
            "devices",
            ("device",),
            (
                _text("device", required=True),
                _text("name", required=True),
                _text("vendor", required=True),
                _text("architecture", required=True),
                _text("family", required=True),
                Column("year", Kind.INTEGER, required=True, minimum=2000, maximum=2100),
                _number("memory_gibibytes", required=True, low=0.01),
                _text("memory_type", required=True),
                _number("memory_gigabytes_per_second", required=True, low=1.0),
                *(_number(f"{precision}_teraflops", low=0.01) for precision in PRECISIONS),
                _text("accelerated_precisions", required=True),
                _number("tdp_watts", required=True, low=1.0),
                _number("tdp_low_watts", low=1.0),
                _number("tdp_high_watts", low=1.0),
                _number("idle_watts", required=True),
                _text("interconnect"),
                _number("interconnect_gigabytes_per_second"),
                Column("bridged_device_count", Kind.INTEGER, minimum=2, late=True),
                Column("host_gigabytes_per_second", Kind.NUMBER, minimum=1.0, late=True),
                _integer("node_device_count", required=True, low=1),
                _text("form_factor"),
                _number("matmul_bf16_teraflops", low=0.01),
                _number("matmul_fp8_teraflops", low=0.01),
                _number("purchase_usd", low=1.0),
                _number("purchase_low_usd", low=1.0),
                _number("purchase_high_usd", low=1.0),
                Column("purchase_includes_host", Kind.FLAG),
                _text("purchase_source"),
                _SOURCE,
                _CONFIDENCE,
                _NOTES,
            ),
        ),
        Table(
            "device_aliases",
            ("alias",),
            (
                _text("alias", required=True),
                _reference("device", "devices", required=True),
                _SOURCE,
            ),
        ),
        Table(
            "models",
            ("model",),
            (
                _text("model", required=True),
                _text("family", required=True),
                Column("year", Kind.INTEGER, required=True, minimum=2000, maximum=2100),
                _number("parameters", required=True, low=1e5),
                _number("active_parameters", required=True, low=1e5),
                _number("routed_expert_parameters"),
                _integer("layers", required=True, low=1),
                _integer("hidden_size", required=True, low=8),
                _integer("intermediate_size"),
                _integer("heads", required=True, low=1),
                _integer("kv_heads", low=1),
                _integer("head_dim", low=1),
                _text(
                    "attention",
                    required=True,
                    choices=frozenset({"mha", "gqa", "mqa", "mla"}),
                ),
                _integer("kv_latent_dim", low=1),
                _integer("kv_rope_dim", low=1),
                _integer("sliding_window"),
                _integer("full_attention_layers"),
                _integer("experts", low=1),
                _integer("experts_per_token", low=1),
                _integer("shared_experts"),
                _integer("dense_layers"),
                _integer("expert_intermediate_size", low=1),
                _integer("vocabulary_size", low=1),
                _integer("context_tokens", low=1),
                _text("native_precision", required=True, choices=frozenset(PRECISIONS)),
                Column("dense_weight_bits", Kind.NUMBER, minimum=1.0, maximum=64.0, late=True),
                _SOURCE,
                _CONFIDENCE,
                _NOTES,
            ),
        ),
        Table(
            "model_aliases",
            ("alias",),
            (
                _text("alias", required=True),
                _reference("model", "models", required=True),
                _SOURCE,
            ),
        ),
        Table(
            "prices",
            ("provider", "region", "instance_type", "option", "effective_from"),
            (
                _text("provider", required=True),
                _text("region", required=True),
                _text("instance_type", required=True),
                _text("option", required=True, choices=OPTIONS),
                Column("effective_from", Kind.DAY, required=True),
                Column("effective_to", Kind.DAY),
                _number("usd_per_hour", required=True, low=1e-6, high=1e6),
                _reference("device", "devices"),
                _number("device_count", required=True, low=0.01, high=1e5),
                _text("accelerator", required=True),
                _integer("vcpu_count"),
                _number("memory_gibibytes"),
                _text(
                    "date_quality",
                    required=True,
                    choices=frozenset({"announced", "first observed"}),
                ),
                _SOURCE,
                _CONFIDENCE,
                _NOTES,
            ),
        ),
        Table(
            "measurements",
            ("id",),
            (
                _text("id", required=True),
                _reference("device", "devices"),
                _text("accelerator", required=True),
                _integer("device_count", required=True, low=1),
                _reference("model", "models", required=True),
                _text("precision", required=True, choices=frozenset(PRECISIONS)),
                _number("weight_bits", low=1.0, high=64.0),
                _text("dataset"),
                _text("engine", required=True),
                _text("engine_version"),
                _text("scenario", required=True),
                _text("regime", required=True, choices=REGIMES),
                _integer("tensor_parallel", low=1),
                _number("concurrency", low=1.0),
                _number("requests_per_second"),
                _number("input_tokens"),
                _number("output_tokens"),
                _number("output_tokens_per_second", low=1e-3),
                _number("ttft_seconds"),
                _number("tpot_seconds"),
                _number("power_watts"),
                _text("power_scope", choices=frozenset({"devices", "system"})),
                Column("power_monotone", Kind.FLAG),
                _SOURCE,
                _text("source_location"),
                _CONFIDENCE,
                _NOTES,
            ),
        ),
        Table(
            "training_runs",
            ("id",),
            (
                _text("id", required=True),
                _text("kind", required=True),
                _text("comparable_kind", choices=frozenset({"steady", "billed", "adapter"})),
                _number("comparable_mfu_fraction", high=1.0),
                _text("recompute", choices=frozenset({"none", "selective", "full"})),
                _text("run_name", required=True),
                _reference("model", "models"),
                _number("parameters", required=True, low=1e5),
                _number("active_parameters", required=True, low=1e5),
                _number("tokens"),
                _integer("sequence_length", low=1),
                _integer("layers", low=1),
                _integer("hidden_size", low=1),
                _reference("device", "devices"),
                _text("accelerator", required=True),
                _integer("device_count", low=1),
                _text("precision", required=True, choices=frozenset(PRECISIONS)),
                _number("device_hours"),
                _number("wall_clock_days"),
                _number("mfu_fraction", high=1.0),
                Column("tokens_per_second_per_device", Kind.NUMBER, minimum=0.0, late=True),
                _number("teraflops_per_device"),
                _text("flops_convention", choices=FLOPS_CONVENTIONS),
                _number("energy_megawatt_hours"),
                _number("watts_per_device"),
                _number("usd"),
                _text("usd_basis"),
                _SOURCE,
                _text("source_location"),
                _CONFIDENCE,
                _NOTES,
            ),
        ),
        Table(
            "power",
            ("metric", "scope", "subject", "year", "source"),
            (
                _text("metric", required=True),
                _text("scope", required=True),
                _text("subject", required=True),
                _text("year"),
                _text("provider"),
                _text("region"),
                _number("value", required=True),
                _text("unit", required=True),
                _SOURCE,
                _text("source_location"),
                _CONFIDENCE,
                _NOTES,
            ),
        ),
        Table(
            "regions",
            ("provider", "region"),
            (
                _text("provider", required=True),
                _text("region", required=True),
                _text("country"),
                _text("subdivision"),
                _text("place"),
                _SOURCE,
            ),
        ),
        Table(
            "reliability",
            ("parameter",),
            (
                _text("parameter", required=True),
                _number("value", low=None),
                _number("low", low=None),
                _number("high", low=None),
                _text("unit", required=True),
                _SOURCE,
                _CONFIDENCE,
            ),
        ),
        Table(
            "assumptions",
            ("key",),
            (
                _text("key", required=True),
                _number("value", required=True, low=None),
                _text("unit", required=True),
                _number("low", low=None),
                _number("high", low=None),
                _SOURCE,
                _CONFIDENCE,
                _NOTES,
            ),
        ),
        Table(
            "calibration",
            ("family", "phase", "precision", "name"),
            (
                _text("family", required=True),
                _text("phase", required=True),
                _text("precision", required=True),
                _text("name", required=True),
                _number("value", required=True, low=None),
                _text("unit", required=True),
                _number("low", low=None),
                _number("high", low=None),
                _integer("measurement_count", required=True),
                _SOURCE,
                _NOTES,
            ),
        ),
    )
}

UNITS = frozenset(
    {
        "1",
        "USD/kWh",
        "EUR/kWh",
        "USD/device-hour",
        "USD/device",
        "USD",
        "W",
        "W/device",
        "gCO2e/kWh",
        "kWh",
        "ratio",
        "fraction",
        "count",
        "tokens",
        "bits",
        "bytes",
        "bytes/parameter",
        "GB/s",
        "s",
        "h",
        "days",
        "months",
        "years",
        "per hour",
        "per month",
        "s/layer",
        "gibibytes",
        "USD/kW-month",
        "USD/GB",
        "USD/GB-month",
    }
)
"""Units that tables with a `unit` column may use; the reliability table quotes its sources'."""
