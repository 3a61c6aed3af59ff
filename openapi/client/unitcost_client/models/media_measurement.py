from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.media_measurement_work import (
    MediaMeasurementWork,
    check_media_measurement_work,
)

T = TypeVar("T", bound="MediaMeasurement")


@_attrs_define
class MediaMeasurement:
    """The published measurement of images or speech that an answer is based on.

    Attributes:
        audio_seconds_per_second (float | None): Audio that these devices write down in a second [seconds].
        confidence (str): verified, partly verified, secondary or unverified.
        device_count (int): Devices that were measured [count].
        engine (None | str): The program.
        id (str): Its id in the table media_measurements.
        image_height_pixels (int | None): Height of an image [pixels].
        image_width_pixels (int | None): Width of an image [pixels].
        images_per_second (float | None): Images of these devices [images per second].
        inference_steps (int | None): Denoising steps of an image that was measured [count].
        precision (None | str): Number format.
        source (str): Where the measurement was published.
        work (MediaMeasurementWork): Images that are made, or speech that is written down.
    """

    audio_seconds_per_second: float | None
    confidence: str
    device_count: int
    engine: None | str
    id: str
    image_height_pixels: int | None
    image_width_pixels: int | None
    images_per_second: float | None
    inference_steps: int | None
    precision: None | str
    source: str
    work: MediaMeasurementWork
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        audio_seconds_per_second: float | None
        audio_seconds_per_second = self.audio_seconds_per_second

        confidence = self.confidence

        device_count = self.device_count

        engine: None | str
        engine = self.engine

        id = self.id

        image_height_pixels: int | None
        image_height_pixels = self.image_height_pixels

        image_width_pixels: int | None
        image_width_pixels = self.image_width_pixels

        images_per_second: float | None
        images_per_second = self.images_per_second

        inference_steps: int | None
        inference_steps = self.inference_steps

        precision: None | str
        precision = self.precision

        source = self.source

        work: str = self.work

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "audio_seconds_per_second": audio_seconds_per_second,
                "confidence": confidence,
                "device_count": device_count,
                "engine": engine,
                "id": id,
                "image_height_pixels": image_height_pixels,
                "image_width_pixels": image_width_pixels,
                "images_per_second": images_per_second,
                "inference_steps": inference_steps,
                "precision": precision,
                "source": source,
                "work": work,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_audio_seconds_per_second(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        audio_seconds_per_second = _parse_audio_seconds_per_second(
            d.pop("audio_seconds_per_second")
        )

        confidence = d.pop("confidence")

        device_count = d.pop("device_count")

        def _parse_engine(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        engine = _parse_engine(d.pop("engine"))

        id = d.pop("id")

        def _parse_image_height_pixels(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        image_height_pixels = _parse_image_height_pixels(d.pop("image_height_pixels"))

        def _parse_image_width_pixels(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        image_width_pixels = _parse_image_width_pixels(d.pop("image_width_pixels"))

        def _parse_images_per_second(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        images_per_second = _parse_images_per_second(d.pop("images_per_second"))

        def _parse_inference_steps(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        inference_steps = _parse_inference_steps(d.pop("inference_steps"))

        def _parse_precision(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        precision = _parse_precision(d.pop("precision"))

        source = d.pop("source")

        work = check_media_measurement_work(d.pop("work"))

        media_measurement = cls(
            audio_seconds_per_second=audio_seconds_per_second,
            confidence=confidence,
            device_count=device_count,
            engine=engine,
            id=id,
            image_height_pixels=image_height_pixels,
            image_width_pixels=image_width_pixels,
            images_per_second=images_per_second,
            inference_steps=inference_steps,
            precision=precision,
            source=source,
            work=work,
        )

        media_measurement.additional_properties = d
        return media_measurement

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
