"""The tables of a release: their columns, units, bounds and keys.

This is the published format. A column that is not listed here does not exist, and a table
that is not listed here is not part of a release.
"""

from pricing.releases.columns import Column, Kind, Table, integer, number, reference, text

SCHEMA_VERSION = 2

CONFIDENCES = frozenset({"verified", "partly verified", "secondary", "unverified"})
OPTIONS = frozenset(
    {"on_demand", "spot", "reserved_1y", "reserved_3y", "capacity_block", "market_median"}
)
ENCODERS = frozenset({"encoder_only", "encoder_decoder"})
PRECISIONS = ("fp32", "tf32", "fp16", "bf16", "fp8", "fp4", "int8", "int4")
FLOPS_CONVENTIONS = frozenset({"model", "weights", "square", "hardware"})
"""What published FLOPs of training count: those of the model, attention included in a way that is
not told; 6·N alone; attention over the whole square, 6·N + 12·L·h·s; recomputation besides."""
REGIMES = frozenset({"offline", "server", "interactive", "static", "concurrency", "rate", "single"})


_SOURCE = text("source", required=True)
_CONFIDENCE = Column("confidence", required=True, choices=CONFIDENCES, default="unverified")
_NOTES = text("notes")

TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        Table(
            "devices",
            ("device",),
            (
                text("device", required=True),
                Column("name", required=True, like="device"),
                text("vendor", required=True),
                text("architecture", required=True),
                text("family", required=True),
                Column("year", Kind.INTEGER, required=True, minimum=2000, maximum=2100),
                number("memory_gibibytes", required=True, low=0.01),
                text("memory_type", required=True),
                number("memory_gigabytes_per_second", required=True, low=1.0),
                *(number(f"{precision}_teraflops", low=0.01) for precision in PRECISIONS),
                text("accelerated_precisions", required=True),
                number("tdp_watts", required=True, low=1.0),
                number("tdp_low_watts", low=1.0),
                number("tdp_high_watts", low=1.0),
                number("idle_watts", required=True),
                text("interconnect"),
                number("interconnect_gigabytes_per_second"),
                Column("bridged_device_count", Kind.INTEGER, minimum=2),
                Column("host_gigabytes_per_second", Kind.NUMBER, minimum=1.0),
                Column("network_gigabytes_per_second", Kind.NUMBER, minimum=0.1),
                integer("node_device_count", required=True, low=1),
                text("form_factor"),
                number("matmul_bf16_teraflops", low=0.01),
                number("matmul_fp8_teraflops", low=0.01),
                number("purchase_usd", low=1.0),
                number("purchase_low_usd", low=1.0),
                number("purchase_high_usd", low=1.0),
                Column("purchase_includes_host", Kind.FLAG),
                text("purchase_source"),
                _SOURCE,
                _CONFIDENCE,
                _NOTES,
            ),
        ),
        Table(
            "device_aliases",
            ("alias",),
            (
                text("alias", required=True),
                reference("device", "devices", required=True),
                _SOURCE,
            ),
        ),
        Table(
            "models",
            ("model",),
            (
                text("model", required=True),
                Column("family", required=True, like="model"),
                Column("year", Kind.INTEGER, required=True, minimum=2000, maximum=2100),
                number("parameters", required=True, low=1e5),
                number("active_parameters", required=True, low=1e5),
                number("routed_expert_parameters"),
                Column("lookup_parameters", Kind.NUMBER, minimum=1.0),
                integer("layers", required=True, low=1),
                integer("hidden_size", required=True, low=8),
                integer("intermediate_size"),
                integer("heads", required=True, low=1),
                integer("kv_heads", low=1),
                integer("head_dim", low=1),
                text(
                    "attention",
                    required=True,
                    choices=frozenset({"mha", "gqa", "mqa", "mla"}),
                ),
                integer("kv_latent_dim", low=1),
                integer("kv_rope_dim", low=1),
                integer("sliding_window"),
                integer("full_attention_layers"),
                integer("experts", low=1),
                integer("experts_per_token", low=1),
                integer("shared_experts"),
                integer("dense_layers"),
                integer("expert_intermediate_size", low=1),
                integer("vocabulary_size", low=1),
                integer("context_tokens", low=1),
                text("native_precision", required=True, choices=frozenset(PRECISIONS)),
                Column("architecture", choices=ENCODERS),
                Column("window_kv_heads", Kind.INTEGER, minimum=1.0),
                Column("window_kv_values", Kind.NUMBER, minimum=1.0),
                Column("index_bytes", Kind.NUMBER, minimum=0.0),
                Column("state_bytes", Kind.NUMBER, minimum=0.0),
                Column("native_weight_bits", Kind.NUMBER, minimum=1.0, maximum=64.0),
                Column("dense_weight_bits", Kind.NUMBER, minimum=1.0, maximum=64.0),
                _SOURCE,
                _CONFIDENCE,
                _NOTES,
            ),
        ),
        Table(
            "model_aliases",
            ("alias",),
            (
                text("alias", required=True),
                reference("model", "models", required=True),
                _SOURCE,
            ),
        ),
        Table(
            "prices",
            ("provider", "region", "instance_type", "option", "effective_from"),
            (
                text("provider", required=True),
                text("region", required=True),
                text("instance_type", required=True),
                text("option", required=True, choices=OPTIONS),
                Column("effective_from", Kind.DAY, required=True),
                Column("effective_to", Kind.DAY),
                number("usd_per_hour", required=True, low=1e-6, high=1e6),
                reference("device", "devices"),
                number("device_count", required=True, low=0.01, high=1e5),
                Column("accelerator", required=True, like="device"),
                integer("vcpu_count"),
                number("memory_gibibytes"),
                Column(
                    "date_quality",
                    required=True,
                    choices=frozenset({"announced", "first observed"}),
                    default="announced",
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
                text("id", required=True),
                reference("device", "devices"),
                Column("accelerator", required=True, like="device"),
                integer("device_count", required=True, low=1),
                reference("model", "models", required=True),
                text("precision", required=True, choices=frozenset(PRECISIONS)),
                number("weight_bits", low=1.0, high=64.0),
                Column("kv_cache_precision", choices=frozenset(PRECISIONS)),
                text("dataset"),
                text("engine", required=True),
                text("engine_version"),
                text("scenario", required=True),
                text("regime", required=True, choices=REGIMES),
                integer("tensor_parallel", low=1),
                number("concurrency", low=1.0),
                number("requests_per_second"),
                number("input_tokens"),
                number("output_tokens"),
                number("output_tokens_per_second", low=1e-3),
                number("ttft_seconds"),
                number("tpot_seconds"),
                number("power_watts"),
                text("power_scope", choices=frozenset({"devices", "system"})),
                Column("power_monotone", Kind.FLAG),
                _SOURCE,
                text("source_location"),
                _CONFIDENCE,
                _NOTES,
            ),
        ),
        Table(
            "training_runs",
            ("id",),
            (
                text("id", required=True),
                text("kind", required=True),
                text("comparable_kind", choices=frozenset({"steady", "billed", "adapter"})),
                number("comparable_mfu_fraction", high=1.0),
                text("recompute", choices=frozenset({"none", "selective", "full"})),
                Column("run_name", required=True, like="id"),
                reference("model", "models"),
                number("parameters", required=True, low=1e5),
                number("active_parameters", required=True, low=1e5),
                number("tokens"),
                integer("sequence_length", low=1),
                integer("layers", low=1),
                integer("hidden_size", low=1),
                reference("device", "devices"),
                Column("accelerator", required=True, like="device"),
                integer("device_count", low=1),
                text("precision", required=True, choices=frozenset(PRECISIONS)),
                number("device_hours"),
                number("wall_clock_days"),
                number("mfu_fraction", high=1.0),
                Column("tokens_per_second_per_device", Kind.NUMBER, minimum=0.0),
                number("teraflops_per_device"),
                text("flops_convention", choices=FLOPS_CONVENTIONS),
                number("energy_megawatt_hours"),
                number("watts_per_device"),
                number("usd"),
                text("usd_basis"),
                _SOURCE,
                text("source_location"),
                _CONFIDENCE,
                _NOTES,
            ),
        ),
        Table(
            "power",
            ("metric", "scope", "subject", "year", "source"),
            (
                text("metric", required=True),
                text("scope", required=True),
                text("subject", required=True),
                text("year"),
                text("provider"),
                text("region"),
                number("value", required=True),
                text("unit", required=True),
                _SOURCE,
                text("source_location"),
                _CONFIDENCE,
                _NOTES,
            ),
        ),
        Table(
            "regions",
            ("provider", "region"),
            (
                text("provider", required=True),
                text("region", required=True),
                text("country"),
                text("subdivision"),
                text("place"),
                _SOURCE,
            ),
        ),
        Table(
            "reliability",
            ("parameter",),
            (
                text("parameter", required=True),
                number("value", low=None),
                number("low", low=None),
                number("high", low=None),
                text("unit", required=True),
                _SOURCE,
                _CONFIDENCE,
            ),
        ),
        Table(
            "assumptions",
            ("key",),
            (
                text("key", required=True),
                number("value", required=True, low=None),
                text("unit", required=True),
                number("low", low=None),
                number("high", low=None),
                _SOURCE,
                _CONFIDENCE,
                _NOTES,
            ),
        ),
    )
}

NEEDED = ("assumptions", "devices", "models", "prices")
"""Tables without whose rows no question has an answer."""

ALIASES = {"devices": "device_aliases", "models": "model_aliases"}
"""The other spellings of the keys of a table."""

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
