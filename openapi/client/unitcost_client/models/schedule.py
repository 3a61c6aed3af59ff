from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.schedule_meet import ScheduleMeet, check_schedule_meet
from ..types import UNSET, Unset

T = TypeVar("T", bound="Schedule")


@_attrs_define
class Schedule:
    """The start of a run and the limit of its duration.

    Attributes:
        deadline (None | str | Unset): The run must end before this day begins, YYYY-MM-DD.
        meet (ScheduleMeet | Unset): Whether the expected wall clock or its 90th percentile must keep the limit.
            Default: expected.
        start (None | str | Unset): Start of the run, YYYY-MM-DD. Default: as_of.
        wall_clock_limit_hours (float | None | Unset): Longest duration of the run, instead of a deadline [hours].
    """

    deadline: None | str | Unset = UNSET
    meet: ScheduleMeet | Unset = UNSET
    start: None | str | Unset = UNSET
    wall_clock_limit_hours: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        deadline: None | str | Unset
        if isinstance(self.deadline, Unset):
            deadline = UNSET
        else:
            deadline = self.deadline

        meet: str | Unset = UNSET
        if not isinstance(self.meet, Unset):
            meet = self.meet

        start: None | str | Unset
        if isinstance(self.start, Unset):
            start = UNSET
        else:
            start = self.start

        wall_clock_limit_hours: float | None | Unset
        if isinstance(self.wall_clock_limit_hours, Unset):
            wall_clock_limit_hours = UNSET
        else:
            wall_clock_limit_hours = self.wall_clock_limit_hours

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if deadline is not UNSET:
            field_dict["deadline"] = deadline
        if meet is not UNSET:
            field_dict["meet"] = meet
        if start is not UNSET:
            field_dict["start"] = start
        if wall_clock_limit_hours is not UNSET:
            field_dict["wall_clock_limit_hours"] = wall_clock_limit_hours

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_deadline(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        deadline = _parse_deadline(d.pop("deadline", UNSET))

        _meet = d.pop("meet", UNSET)
        meet: ScheduleMeet | Unset
        if isinstance(_meet, Unset):
            meet = UNSET
        else:
            meet = check_schedule_meet(_meet)

        def _parse_start(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        start = _parse_start(d.pop("start", UNSET))

        def _parse_wall_clock_limit_hours(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        wall_clock_limit_hours = _parse_wall_clock_limit_hours(
            d.pop("wall_clock_limit_hours", UNSET)
        )

        schedule = cls(
            deadline=deadline,
            meet=meet,
            start=start,
            wall_clock_limit_hours=wall_clock_limit_hours,
        )

        return schedule
