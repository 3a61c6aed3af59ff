from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="AssumptionRow")


@_attrs_define
class AssumptionRow:
    """A default value, its range and its source.

    Attributes:
        confidence (str): verified, partly verified, secondary or unverified.
        high (float | None): High end of its plausible range, in `unit`.
        key (str): Its key; answers name it under assumptions.
        low (float | None): Low end of its plausible range, in `unit`.
        notes (None | str): Remarks on the row.
        source (str): Where the figures of the row were published.
        unit (str): Unit of value, low and high.
        value (float): The default, in `unit`.
    """

    confidence: str
    high: float | None
    key: str
    low: float | None
    notes: None | str
    source: str
    unit: str
    value: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        confidence = self.confidence

        high: float | None
        high = self.high

        key = self.key

        low: float | None
        low = self.low

        notes: None | str
        notes = self.notes

        source = self.source

        unit = self.unit

        value = self.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "confidence": confidence,
                "high": high,
                "key": key,
                "low": low,
                "notes": notes,
                "source": source,
                "unit": unit,
                "value": value,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        confidence = d.pop("confidence")

        def _parse_high(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        high = _parse_high(d.pop("high"))

        key = d.pop("key")

        def _parse_low(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        low = _parse_low(d.pop("low"))

        def _parse_notes(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        notes = _parse_notes(d.pop("notes"))

        source = d.pop("source")

        unit = d.pop("unit")

        value = d.pop("value")

        assumption_row = cls(
            confidence=confidence,
            high=high,
            key=key,
            low=low,
            notes=notes,
            source=source,
            unit=unit,
            value=value,
        )

        assumption_row.additional_properties = d
        return assumption_row

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
