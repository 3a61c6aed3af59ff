"""Cases: published measurements, set beside what the roofline says of the same configuration."""

from collections.abc import Callable
from contextlib import suppress
from math import isnan, log

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Measurement
from pricing.catalog.variants import of_published
from pricing.errors import Refusal
from pricing.evidence.features import Features, Setup, features
from pricing.evidence.questions import (
    Prepared,
    format_of,
    is_data_parallel,
    modelled,
    prepare,
    throughput_ratio,
)
from pricing.serving.constants import Constants, inference_constants
from pricing.serving.layout import Layout
from pricing.serving.precision import Format, utilised_as


class Case(Struct, frozen=True, gc=False):
    """A measurement and the logarithm of measured over modelled, of throughput or another."""

    measurement: Measurement
    features: Features
    residual_log: float


@of_published(maxsize=16)
def measured_arithmetic(catalog: Catalog) -> frozenset[tuple[str, str]]:
    """The devices and the formats of arithmetic that measurements of a release ran in."""
    found = set()
    for rows in catalog.measurements.values():
        for row in rows:
            if isnan(row.output_tokens_per_second):
                continue
            with suppress(Refusal):
                found.add((row.device, format_of(catalog, row).arithmetic))
    return frozenset(found)


def filled_as(catalog: Catalog, device: Device, number_format: Format) -> str:
    """The arithmetic whose utilisation a format has on a device where it serves.

    As in training, but where rows of this very device and format had a part in the fit: the
    utilisation of the format is then what they show.
    """
    known = number_format.arithmetic
    if (device.name, known) in measured_arithmetic(catalog):
        return known
    return utilised_as(device, number_format)


@of_published(maxsize=16)
def cases(catalog: Catalog) -> tuple[Case, ...]:
    """Every measurement of a release that can correct the roofline, by id, as it was laid out."""
    return _cases(catalog, is_laid_out=True)


@of_published(maxsize=16)
def most_in_flight(catalog: Catalog) -> dict[tuple[str, str | None], float]:
    """The most requests that a replica had in flight in any measurement.

    By family of devices and class of engine, None for any.
    """
    most: dict[tuple[str, str | None], float] = {}
    for case in cases(catalog):
        place = case.features
        for engine in (None, place.engine):
            key = place.family, engine
            most[key] = max(2.0**place.batch_log, most.get(key, 0.0))
    return most


@of_published(maxsize=16)
def measured_architectures(catalog: Catalog) -> frozenset[str]:
    """The architectures of devices that any measurement can correct the roofline of."""
    devices = catalog.devices
    return frozenset(devices[case.measurement.device].architecture for case in cases(catalog))


def open_cases(catalog: Catalog) -> tuple[Case, ...]:
    """The same measurements in the fastest layout, as a question that leaves it open."""
    return _cases(catalog, is_laid_out=False)


def open_constants(catalog: Catalog, measurement: Measurement) -> Constants | None:
    """The constants of a question that names no engine; None where the engine shares them."""
    family = catalog.devices[measurement.device].family
    arithmetic = format_of(catalog, measurement).arithmetic
    own = inference_constants(catalog, family, arithmetic, measurement.engine)
    anyone = inference_constants(catalog, family, arithmetic)
    return None if anyone == own else anyone


def _versioned_constants(catalog: Catalog, measurement: Measurement) -> Constants | None:
    """The constants of the version that a row ran under; None where they are those of any."""
    family = catalog.devices[measurement.device].family
    arithmetic = format_of(catalog, measurement).arithmetic
    any_version = inference_constants(catalog, family, arithmetic, measurement.engine)
    own = inference_constants(catalog, family, arithmetic, measurement.versioned_engine)
    return None if any_version == own else own


@of_published(maxsize=16)
def open_logs(catalog: Catalog) -> dict[str, float]:
    """What measurements say of a question that names no engine, by id [logarithm].

    Those alone whose engine has constants of its own.
    """
    return _logs_under(catalog, open_constants)


@of_published(maxsize=16)
def stalling_logs(catalog: Catalog) -> dict[str, float]:
    """What measurements say of a question whose engine launches passes over prompts [logarithm].

    By id, those alone whose version does so too, where the engine of today does not: a question
    that names no version is compared with what they ran at, whatever the version.
    """
    return _logs_under(catalog, _versioned_constants)


def _logs_under(
    catalog: Catalog, constants_of: Callable[[Catalog, Measurement], Constants | None]
) -> dict[str, float]:
    """The residuals with other constants, of measurements for which there are any, by id."""
    found = {}
    for case in cases(catalog):
        constants = constants_of(catalog, case.measurement)
        prepared = constants and prepare(catalog, case.measurement, constants)
        other = _case(catalog, prepared, is_laid_out=True) if prepared else None
        if other is not None:
            found[case.measurement.id] = other.residual_log
    return found


def _cases(catalog: Catalog, *, is_laid_out: bool) -> tuple[Case, ...]:
    found = []
    for rows in catalog.measurements.values():
        for measurement in rows:
            case = _case(catalog, prepare(catalog, measurement), is_laid_out=is_laid_out)
            if case is not None:
                found.append(case)
    found.sort(key=lambda case: case.measurement.id)
    return tuple(found)


def _case(catalog: Catalog, prepared: Prepared | None, *, is_laid_out: bool) -> Case | None:
    layout = modelled(catalog, prepared, is_laid_out=is_laid_out) if prepared else None
    if prepared is None or layout is None:
        return None
    residual_log = log(throughput_ratio(prepared, layout))
    return placed(catalog, prepared, layout, residual_log=residual_log)


def placed(catalog: Catalog, prepared: Prepared, layout: Layout, *, residual_log: float) -> Case:
    """A measurement where it stands, with what the model missed it by."""
    measurement, demand = prepared.measurement, prepared.demand
    return Case(
        measurement=measurement,
        features=features(
            Setup(
                catalog,
                catalog.devices[measurement.device],
                catalog.models[measurement.model],
                format_of(catalog, measurement).name,
                measurement.engine,
                is_drafted=measurement.speculation is not None,
                is_data_parallel=is_data_parallel(catalog, measurement),
            ),
            devices=layout.size,
            concurrency=layout.concurrency,
            input_tokens=demand.input_tokens,
            output_tokens=demand.output_tokens,
        ),
        residual_log=residual_log,
    )
