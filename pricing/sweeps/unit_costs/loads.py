"""Loads of a sweep: what rows ask of their deployments, as arrays, or floats where all agree."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from msgspec import Struct, field
from msgspec.structs import asdict, replace

from pricing.numerics.number import Number
from pricing.numerics.structs import Column, whole
from pricing.serving.layout import Demand
from pricing.serving.passes.images import HOST_SECONDS, NO_IMAGES, Images, images_of
from pricing.serving.passes.reading import written
from pricing.sweeps.refusals import DEPLOYMENT_FIELDS, PRICE_FIELDS
from pricing.sweeps.scenarios import Scenarios
from pricing.unit_costs.media.images import MOST_RATIO
from pricing.unit_costs.workload import Workload


class Loads(Struct, frozen=True, eq=False):
    """What rows ask of their deployments, by the fields of the query. NaN is a field left out.

    images: what those of a row become with its deployment, see pricing.sweeps.images.
    """

    input_tokens: Number = field(name="load.input_tokens")
    output_tokens: Number = field(name="load.output_tokens")
    documents: Number = field(name="load.documents")
    image_count: Number = field(name="load.images")
    image_width: Number = field(name="load.image_width_pixels")
    image_height: Number = field(name="load.image_height_pixels")
    audio_seconds: Number = field(name="load.audio_seconds")
    inference_steps: Number = field(name="load.inference_steps")
    concurrency: Number = field(name="load.concurrency")
    arriving: Number = field(name="load.requests_per_second")
    ttft_limit: Number = field(name="slo.ttft_seconds")
    tpot_limit: Number = field(name="slo.tpot_seconds")
    given_tokens: Number = field(name="measured.output_tokens_per_second")
    given_requests: Number = field(name="measured.requests_per_second")
    cached_fraction: Number = field(name="load.cached_input_fraction")
    shared_fraction: Number = field(name="load.shared_cache_fraction")
    images: Images = NO_IMAGES

    @property
    def has_objective(self) -> Any:
        """Whether the caller limits a latency."""
        return ~(np.isnan(self.ttft_limit) & np.isnan(self.tpot_limit))

    @property
    def given(self) -> Number:
        """The throughput that the caller has measured [requests per second]."""
        return or_else(self.given_requests, self.given_tokens / written(self.output_tokens))

    @property
    def is_open(self) -> Any:
        """Whether the caller says neither the requests in flight nor the throughput."""
        return _truth(np.isnan(self.concurrency) & self.is_ungiven)

    @property
    def is_open_of_rates(self) -> Any:
        """Whether the caller says neither a rate of arrival nor the throughput."""
        return _truth(np.isnan(self.arriving) & self.is_ungiven)

    @property
    def is_ungiven(self) -> Any:
        """Whether the caller does not say the throughput."""
        return np.isnan(self.given_tokens) & np.isnan(self.given_requests)


_NAMES = zip(Loads.__struct_fields__, Loads.__struct_encode_fields__, strict=True)
FIELDS = {name: asked for name, asked in _NAMES if "." in asked}
"""Columns, and the fields of the query behind them."""

GIVEN_FIELDS = (FIELDS["given_tokens"], FIELDS["given_requests"])
"""What the caller may have measured, in tokens or in requests."""

CACHE_FIELDS = (FIELDS["cached_fraction"], "load.traffic_kind")
"""What says that a part of the input is cached."""

IMAGE_FIELDS = (FIELDS["image_count"],)
"""What says that a request brings images."""

COUNT_FIELDS = (
    "deployment.device_count",
    "deployment.tensor_parallel",
    "deployment.data_parallel",
)
"""What says how many devices there are, whatever its value: one stage says nothing of them."""


def _truth(found: Any) -> Any:
    """What holds of rows, as one truth where it is that of all: nothing is worked out in vain."""
    if isinstance(found, np.ndarray) and found.any() != found.all():
        return found
    return bool(np.all(found))


def loads_of(frame: pl.DataFrame, base: Mapping[str, Any]) -> Loads:
    """The loads of scenarios; base: the fields in which they do not differ."""

    def number(field: str) -> Number:
        if field in frame.columns:
            return frame[field].cast(pl.Float64).fill_null(np.nan).to_numpy()
        value = base.get(field)
        return np.nan if value is None else float(value)

    return Loads(*map(number, FIELDS.values()))


def or_else(value: Number, default: Number) -> Number:
    """A number, or what stands for it where it is left out."""
    missing = np.isnan(value)
    if isinstance(missing, np.ndarray):
        return np.where(missing, default, value) if missing.any() else value
    return default if missing else value


def decides(name: str) -> bool:
    """Whether a field decides the performance."""
    return of_deployment(name) or name in FIELDS.values()


def of_deployment(name: str) -> bool:
    """Whether a field decides the deployment, whatever its load."""
    return name in DEPLOYMENT_FIELDS or name.startswith("model.")


def decisive(scenarios: Scenarios, base: Mapping[str, Any]) -> list[str]:
    """The fields in which scenarios differ that decide the performance.

    A throughput that the caller has measured only scales what is worked out without it, and is left
    out. It decides under an arrival rate, where requests and tokens are both given, and where there
    is no model, and where rows have none: default objectives are of these alone. What decides a
    price decides which count is taken, where any is left open.
    """
    fields = {*scenarios.names, *base}
    priced = PRICE_FIELDS if any_countless(scenarios, base) else ()
    models = [name for name in fields if name == "model" or name.startswith("model.")]
    scales = (
        FIELDS["arriving"] not in fields
        and len(fields.intersection(GIVEN_FIELDS)) < len(GIVEN_FIELDS)
        and not is_blended(scenarios, base)
        and any(name in base or scenarios.is_whole(name) for name in models)
    )
    return [
        name
        for name in scenarios.names
        if name in priced or (decides(name) and not (scales and name in GIVEN_FIELDS))
    ]


def any_countless(scenarios: Scenarios, base: Mapping[str, Any]) -> bool:
    """Whether any count of devices is left open, so that prices decide which is taken."""
    given = (*COUNT_FIELDS, *GIVEN_FIELDS)
    return not any(
        base.get(name) is not None or (name in scenarios.names and scenarios.is_whole(name))
        for name in given
    )


def is_blended(scenarios: Scenarios, base: Mapping[str, Any]) -> bool:
    """Whether any throughput is modelled: not where the caller has measured them all."""
    return not any(
        name in base or (name in scenarios.names and scenarios.is_whole(name))
        for name in GIVEN_FIELDS
    )


def with_defaults(asked: Loads, demands: Sequence[Demand], own: Column) -> Loads:
    """Loads with what their deployments have by default; own: of each row, the place of its own."""

    def known(name: str) -> Number:
        return filled(getattr(asked, name), [getattr(one, name) for one in demands], own)

    return replace(
        asked,
        input_tokens=known("input_tokens") + asked.images.all_tokens,
        output_tokens=known("output_tokens"),
        cached_fraction=known("cached_fraction"),
        shared_fraction=known("shared_fraction"),
        documents=or_else(asked.documents, 1.0),
    )


def filled(asked: Number, defaults: Sequence[float], own: Column) -> Number:
    """Lengths with the defaults of the deployments; own: of each row, the place of its own."""
    default = defaults[0] if len(set(defaults)) == 1 else np.array(defaults)[own]
    return or_else(asked, default)


def with_images(known: Sequence[Workload | None], own: Column, loads: Loads) -> Loads:
    """Loads with what their images become; known, own: see caches_amiss.

    Images that no deployment reads stay without tokens: see images_amiss.
    """
    if not np.any(loads.image_count > 0.0):
        return loads
    sizes = np.broadcast_arrays(
        loads.image_count, loads.image_width, loads.image_height, np.zeros(len(own))
    )
    is_asked = (sizes[0] > 0.0) & ~np.isnan(sizes[1] + sizes[2])
    found = {name: np.full(len(own), value) for name, value in asdict(NO_IMAGES).items()}
    for index, workload in enumerate(known):
        if workload is None:
            continue
        model = workload.model
        encoder = workload.catalog.image_encoders.get(model.name)
        rows = np.flatnonzero(is_asked & (own == index))
        if encoder is None or not model.tower_parameters or not len(rows):
            continue
        count, width, height = (side[rows] for side in sizes[:3])
        images = images_of(
            encoder,
            model.tower_parameters,
            count=count,
            width_pixels=width,
            height_pixels=height,
            host_seconds_per_megapixel=workload.catalog.assumptions[HOST_SECONDS].value,
        )
        for name, values in asdict(whole(images, len(rows))).items():
            found[name][rows] = values
    return replace(loads, images=Images(**found))


def images_amiss(loads: Loads) -> Any:
    """Which rows say something of images that may be refused, or ask for speech or images made."""
    count, width, height = loads.image_count, loads.image_width, loads.image_height
    sides = ~np.isnan(width) | ~np.isnan(height)
    unread = (count > 0.0) & (loads.images.count == 0.0)
    of_none = np.isnan(count) & sides
    with np.errstate(invalid="ignore"):
        longer = np.maximum(width, height) > MOST_RATIO * np.minimum(width, height)
    of_media = ~np.isnan(loads.audio_seconds) | ~np.isnan(loads.inference_steps)
    return unread | of_none | ((count > 0.0) & longer) | of_media
