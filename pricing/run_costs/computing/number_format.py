"""The number format that a run computes in, which is not that of its base weights."""

from pricing.catalog.rows import Device
from pricing.errors import UnknownName, UnsupportedPrecision
from pricing.quote.context import QuoteContext
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.tuning.states import is_tuning
from pricing.serving.precision import WEIGHT_ONLY, Format, default_precision, resolve
from pricing.serving.precision_names import named_format, parse_format

PACKED_METHODS = {"int8": "int8_lora", "int4": "qlora", "fp4": "qlora"}
"""The method whose base weights have a format that no run computes in."""

INTEGER_FAMILIES = frozenset({"tpu"})
"""Devices with published pretraining in INT8: MLPerf's GPT-3 on TPU, by AQT."""


def number_format_of(context: QuoteContext, device: Device, query: RunCostQuery) -> Format:
    """What the run computes in. Raises UnsupportedPrecision and UnknownName."""
    precision = query.deployment.precision
    if precision is None:
        precision = default_precision(device, "bf16")
        context.warn_last(f"no precision was asked for: {precision} is used")
    _check(context, device, query, precision)
    try:
        number_format = resolve(context.catalog, device, precision)
    except UnsupportedPrecision as error:
        raise _untrained(context, device, error.detail) from error
    named, _ = named_format(query.model if isinstance(query.model, str) else "") or (None, None)
    if named not in (None, number_format.name):
        context.warn(
            f"the name of the model says {named}: the run computes in {number_format.name}"
        )
    if number_format.emulated:
        raise _untrained(
            context,
            device,
            f"{device.name} does not compute in {precision}: training cannot emulate it",
        )
    return number_format


def _check(context: QuoteContext, device: Device, query: RunCostQuery, precision: str) -> None:
    """Integers are formats of base weights; pretraining of TPUs alone computes in INT8."""
    try:
        name, _ = parse_format(precision)
    except UnknownName:
        return
    method = PACKED_METHODS.get(name)
    if method is None or (name == "fp4" and name in device.accelerated):
        return
    if device.family in INTEGER_FAMILIES and not is_tuning(query):
        return
    raise _untrained(
        context,
        device,
        f"{name} arithmetic is no training format, and precision is what a run computes in: base"
        f" weights in {name} are method {method}, which computes in 16 bits",
    )


def _untrained(context: QuoteContext, device: Device, detail: str) -> UnsupportedPrecision:
    """With the formats that the device computes in, the usual first, rather than only stores."""
    near = [
        name
        for name in device.accelerated
        if not resolve(context.catalog, device, name).emulated
        and (name not in WEIGHT_ONLY or name not in PACKED_METHODS)
    ]
    usual = default_precision(device, "bf16")
    near.sort(key=lambda name: name != usual)
    return UnsupportedPrecision(detail, field="deployment.precision", nearest=near)
