"""Every number says its unit in its name: `<quantity>_<unit>[_per_<unit>]`."""

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module

import msgspec

import pricing
from pricing.releases.columns import Kind
from pricing.releases.schema import TABLES
from pricing.units import SUFFIXES

STANDARD = {
    "adapter_rank": "a count, as the literature has it",
    "active_parameters": "a count, as the literature has it",
    "published_active_parameters": "a count, as the literature has it",
    "context_parallel": "a count of devices, as the literature has it",
    "change": "in the unit of the figure that is bridged",
    "concurrency": "a count of requests in flight",
    "confidence": "a probability, as the literature has it",
    "max_concurrency": "a count of requests in flight",
    "data_parallel": "a count of devices, as the literature has it",
    "dense_layers": "a count",
    "discounted": "in the currency that stands beside it",
    "draft_parameters": "a count",
    "draws": "a count",
    "epochs": "a count",
    "expert_parallel": "a count of devices, as the literature has it",
    "experts": "a count",
    "experts_per_token": "a count",
    "expert_intermediate_size": "a count, as the literature has it",
    "fiscal_year_start_month": "a month of the calendar",
    "factor": "a number of the field that a range is of",
    "first": "in the unit of the field that a range is of",
    "from_value": "in the unit of the figure that is bridged",
    "full_attention_layers": "a count",
    "compressed_layers": "a count",
    "index_head_dim": "a count, as configurations have it",
    "index_heads": "a count",
    "index_layers": "a count",
    "index_topk": "a count, as configurations have it",
    "sparse_layers": "a count",
    "cross_attention_layers": "a count, as configurations have it",
    "group_size": "a count of responses, as the literature has it",
    "gradient_accumulation": "a count of micro-batches, as the literature has it",
    "head_dim": "a count, as the literature has it",
    "heads": "a count",
    "hidden_size": "a count, as the literature has it",
    "high": "in the unit that stands beside it",
    "intermediate_size": "a count, as the literature has it",
    "inference_steps": "a count, as the literature has it",
    "interruptions": "a count",
    "kv_heads": "a count",
    "kv_latent_dim": "a count, as the literature has it",
    "kv_rope_dim": "a count, as the literature has it",
    "last": "in the unit of the field that a range is of",
    "layers": "a count",
    "low": "in the unit that stands beside it",
    "mean": "a distribution is named by its unit",
    "micro_batches": "a count",
    "model_parallel": "a count of devices, as the literature has it",
    "p10": "a distribution is named by its unit",
    "p50": "a distribution is named by its unit",
    "p90": "a distribution is named by its unit",
    "parameters": "a count",
    "rank": "a place in an order",
    "pipeline_parallel": "a count of devices, as the literature has it",
    "preemptions": "a count",
    "purchase_index": "a place in a list",
    "preemptions_per_instance_hour": "a count per hour",
    "quantity": "in the unit that stands beside it",
    "routed_expert_parameters": "a count",
    "lookup_parameters": "a count",
    "samples": "a count",
    "seed": "what the draws begin with",
    "sequence_length": "a count of tokens, as the literature has it",
    "acceptance_length": "a count of tokens, as the literature has it",
    "shared_experts": "a count",
    "sliding_window": "a count of tokens, as the literature has it",
    "spot_break_even_preemptions_per_instance_hour": "a count per hour",
    "spot_preemptions_per_instance_hour": "a count per hour",
    "step": "in the unit of the field that a range is of",
    "steps": "a count",
    "tensor_parallel": "a count of devices, as the literature has it",
    "virtual_stages": "a count of parts, as the literature has it",
    "to_value": "in the unit of the figure that is bridged",
    "total": "in the currency that stands beside it",
    "total_high": "in the currency that stands beside it",
    "total_low": "in the currency that stands beside it",
    "usd_at_high": "US dollars, with an assumption at the high end of its range",
    "usd_at_low": "US dollars, with an assumption at the low end of its range",
    "usd_change": "the change of a figure in US dollars",
    "value": "in the unit that stands beside it",
    "vocabulary_size": "a count of tokens, as the literature has it",
    "window_kv_heads": "a count",
    "window_kv_values": "a count",
    "year": "a calendar year",
    "zero_stage": "a stage, as the literature has it",
    "tower_parameters": "a count",
}
"""Names that stand without a unit, and why."""


def wire_structs() -> Iterator[type[msgspec.Struct]]:
    """What is asked and answered: every Struct of a room's query and answer modules."""
    for module in pkgutil.walk_packages(pricing.__path__, "pricing."):
        if re.fullmatch(r"(query|answer)(_[a-z]+)?", module.name.rpartition(".")[2]):
            for struct in vars(import_module(module.name)).values():
                own = getattr(struct, "__module__", None) == module.name
                if own and isinstance(struct, type) and issubclass(struct, msgspec.Struct):
                    yield struct


def numeric_fields() -> Iterator[tuple[str, str]]:
    """Where each number of the wire format and of the tables lives, and its name."""
    for struct in wire_structs():
        for field in msgspec.structs.fields(struct):
            if is_number(field.type):
                yield struct.__name__, field.name
    for table in TABLES.values():
        for column in table.columns:
            if column.kind in {Kind.NUMBER, Kind.INTEGER}:
                yield table.name, column.name


def is_number(annotation: object) -> bool:
    shape = msgspec.inspect.type_info(annotation)
    if isinstance(shape, msgspec.inspect.Metadata):
        shape = shape.type
    kinds = shape.types if isinstance(shape, msgspec.inspect.UnionType) else (shape,)
    kinds = tuple(
        kind.type if isinstance(kind, msgspec.inspect.Metadata) else kind for kind in kinds
    )
    return any(
        isinstance(kind, msgspec.inspect.IntType | msgspec.inspect.FloatType) for kind in kinds
    )


def ends_in_a_unit(name: str) -> bool:
    """Whether the quantity, before any `per`, ends in a registered unit.

    What qualifies the whole figure may follow: the ends of its range, what it contains, or
    which sum it is.
    """
    sums = "all_in|total|paid|discounted|cumulative|beyond_horizon"
    bare = re.sub(rf"(_({sums}))?(_low|_high)?$", "", name)
    return any(re.search(rf"(^|_){unit}(_per_[a-z0-9_]+)?$", bare) for unit in SUFFIXES)


def test_every_number_says_its_unit() -> None:
    bare = [
        f"{place}.{name}"
        for place, name in numeric_fields()
        if name not in STANDARD and not ends_in_a_unit(name)
    ]

    assert bare == []


def test_every_standard_name_is_used() -> None:
    used = {name for _, name in numeric_fields()}

    assert set(STANDARD) <= used
