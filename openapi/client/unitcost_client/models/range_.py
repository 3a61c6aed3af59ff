from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="Range")


@_attrs_define
class Range:
    """Values between two ends. Both ends are included if the step meets them.

    Exactly one of step, factor and count sets the spacing. Between two days, step and count are in
    days.

        Attributes:
            from_ (float | str): A number, or a day as YYYY-MM-DD.
            to (float | str): A number, or a day as YYYY-MM-DD.
            count (int | None | Unset): Number of evenly spaced values [count].
            factor (float | None | Unset): Ratio of two values [ratio].
            step (float | None | Unset): Difference of two values [unit of the field, or days].
    """

    from_: float | str
    to: float | str
    count: int | None | Unset = UNSET
    factor: float | None | Unset = UNSET
    step: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from_: float | str
        from_ = self.from_

        to: float | str
        to = self.to

        count: int | None | Unset
        if isinstance(self.count, Unset):
            count = UNSET
        else:
            count = self.count

        factor: float | None | Unset
        if isinstance(self.factor, Unset):
            factor = UNSET
        else:
            factor = self.factor

        step: float | None | Unset
        if isinstance(self.step, Unset):
            step = UNSET
        else:
            step = self.step

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "from": from_,
                "to": to,
            }
        )
        if count is not UNSET:
            field_dict["count"] = count
        if factor is not UNSET:
            field_dict["factor"] = factor
        if step is not UNSET:
            field_dict["step"] = step

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_from_(data: object) -> float | str:
            return cast(float | str, data)

        from_ = _parse_from_(d.pop("from"))

        def _parse_to(data: object) -> float | str:
            return cast(float | str, data)

        to = _parse_to(d.pop("to"))

        def _parse_count(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        count = _parse_count(d.pop("count", UNSET))

        def _parse_factor(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        factor = _parse_factor(d.pop("factor", UNSET))

        def _parse_step(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        step = _parse_step(d.pop("step", UNSET))

        range_ = cls(
            from_=from_,
            to=to,
            count=count,
            factor=factor,
            step=step,
        )

        return range_
