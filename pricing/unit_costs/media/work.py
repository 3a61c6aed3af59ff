"""Work on media: images that a model makes, and audio that it writes down.

A request is one image, or one recording of load.audio_seconds. What devices do is what was
published of the model on such a device, or the caller's own measurement.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec import Struct

from pricing.catalog.listed.media import Rows, media_rows
from pricing.catalog.rows import Device
from pricing.errors import InvalidQuery
from pricing.quote.context import QuoteContext
from pricing.releases.measurements import MediaMeasurementRow
from pricing.serving.engines import engine_class
from pricing.unit_costs.media.images import SIDES, check_no_images
from pricing.unit_costs.media.media_fields import AUDIO, MAKES, check_no_steps
from pricing.unit_costs.query import Load, UnitCostQuery
from pricing.unit_costs.throughput import Throughput

BAND = "media.throughput_band_ratio"
"""The assumption of how far engines are apart on one device."""


class MediaWork(Struct, frozen=True, gc=False):
    """Work that is not tokens: what devices sustain, and what a request is.

    name: of the model, None without one; audio_seconds: of a request, generated_images: that it
    makes, each 0 where it has none; row: that was published.
    """

    throughput: Throughput
    device_count: int
    name: str | None = None
    audio_seconds: float = 0.0
    generated_images: float = 0.0
    row: MediaMeasurementRow | None = None


def measured_work(query: UnitCostQuery) -> MediaWork:
    """Requests of any kind, from the caller's own measurement. Raises InvalidQuery without one."""
    rate = query.measured.requests_per_second
    if rate is None:
        raise InvalidQuery(
            "without a model, measured.requests_per_second must say what the deployment does",
            field="model",
        )
    check_no_steps(query.load)
    return MediaWork(
        throughput=Throughput(rate, None, 1.0, 1.0, "given"),
        device_count=query.deployment.device_count or 1,
        audio_seconds=query.load.audio_seconds or 0.0,
    )


def media_work(context: QuoteContext, device: Device, query: UnitCostQuery) -> MediaWork:
    """What a model of images or speech does. Raises InvalidQuery for what nobody published."""
    model, load = query.model, query.load
    if not isinstance(model, str):
        raise TypeError(model)
    rows = media_rows(context.catalog, model)
    makes_images = rows[0].work == MAKES
    _check_load(rows, load)
    seconds = 0.0 if makes_images else load.audio_seconds or 0.0
    images = 1.0 if makes_images else 0.0
    rate, count = query.measured.requests_per_second, query.deployment.device_count
    if rate is not None:
        given = Throughput(rate, None, 1.0, 1.0, "given")
        return MediaWork(given, count or 1, rows[0].model, seconds, images)
    row = _row(device, query, rows)
    count = count or row.device_count
    per_device = (row.images_per_second or row.audio_seconds_per_second or 0.0) / row.device_count
    requests = per_device * count / (1.0 if makes_images else seconds)
    if makes_images and load.inference_steps is not None and row.steps != load.inference_steps:
        requests *= float(row.steps or 1) / load.inference_steps
        context.warn(
            f"{row.id} ran {row.steps} steps: an image of {load.inference_steps} is taken to take"
            " as many times longer or shorter"
        )
    if count != row.device_count:
        context.warn(
            f"{row.id} is of {row.device_count} × {device.name}: {count} are taken to work side by"
            " side, each as fast"
        )
    band = context.assume(BAND)
    reached = Throughput(requests, None, 1.0 / band, band, "measured")
    return MediaWork(reached, count, row.model, seconds, images, row)


def _check_load(rows: Rows, load: Load) -> None:
    """Raises InvalidQuery for what has no meaning beside images or speech."""
    if rows[0].work != MAKES:
        check_no_steps(load)
        check_no_images(load)
    elif load.audio_seconds is not None:
        raise InvalidQuery(
            f"{rows[0].model} makes images and writes no speech down: leave load.audio_seconds out",
            field=AUDIO,
        )
    for field, given in (
        ("load.images", load.images),
        ("load.input_tokens", load.input_tokens),
        ("load.output_tokens", load.output_tokens),
        ("load.documents", load.documents),
    ):
        if given:
            raise InvalidQuery(
                f"{field} has no meaning for {rows[0].model}: a request is one"
                f" {'image' if rows[0].work == 'image_generation' else 'recording'}",
                field=field,
            )


def _row(device: Device, query: UnitCostQuery, rows: Rows) -> MediaMeasurementRow:
    """The fastest of the rows that are of what is asked; some device of all has one."""
    deployment, load = query.deployment, query.load
    own = "give measured.requests_per_second"

    def of(kept: Callable[[MediaMeasurementRow], Any], field: str, what: str, name: str) -> Rows:
        found = tuple(row for row in rows if kept(row))
        if not found:
            known = dict.fromkeys(str(getattr(row, name)) for row in rows)
            raise InvalidQuery(
                f"no published measurement of {rows[0].model} is {what}: {own}, or ask for one of"
                f" {', '.join(known)}",
                field=field,
                nearest=list(known)[:5],
            )
        return found

    rows = of(
        lambda row: row.device == device.name, "deployment.device", f"of {device.name}", "device"
    )
    if deployment.precision is not None:
        asked = deployment.precision.lower()
        rows = of(
            lambda row: row.precision == asked, "deployment.precision", f"in {asked}", "precision"
        )
    asked_engine = (deployment.engine or "").lower()
    if asked_engine:
        known = {asked_engine, engine_class(deployment.engine)}
        rows = of(
            lambda row: (row.engine or "").lower() in known,
            "deployment.engine",
            f"by {deployment.engine}",
            "engine",
        )
    sides = (load.image_width_pixels, load.image_height_pixels)
    for field, side in zip(SIDES, sides, strict=True):
        name = field.removeprefix("load.")
        if side is not None:
            same = partial(_is_side, name=name, side=side)
            rows = of(same, field, f"of images of this size on {device.name}", name)
    return max(rows, key=_speed)


def _is_side(row: MediaMeasurementRow, *, name: str, side: int) -> bool:
    return bool(getattr(row, name) == side)


def _speed(row: MediaMeasurementRow) -> float:
    """Of a device: denoising steps of images, or audio, a second."""
    images = (row.images_per_second or 0.0) * (row.steps or 1)
    return (images or row.audio_seconds_per_second or 0.0) / row.device_count
