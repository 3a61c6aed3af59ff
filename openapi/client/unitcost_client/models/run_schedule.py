from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.run_schedule_device_count_basis import (
    RunScheduleDeviceCountBasis,
    check_run_schedule_device_count_basis,
)
from ..models.run_schedule_meet import RunScheduleMeet, check_run_schedule_meet

if TYPE_CHECKING:
    from ..models.option_schedule import OptionSchedule
    from ..models.pace import Pace


T = TypeVar("T", bound="RunSchedule")


@_attrs_define
class RunSchedule:
    """The end of the run, and the cost of other device counts.

    Attributes:
        cheapest_option (None | str): The cheapest option that keeps the limit. Null if none does.
        deadline (None | str): The run must end before this day begins, YYYY-MM-DD.
        device_count_basis (RunScheduleDeviceCountBasis): How the device count was chosen.
        meet (RunScheduleMeet): The wall clock that must keep the limit.
        options (list[OptionSchedule]):
        paces (list[Pace]): The run with half, once, twice and four times the devices where it fits, under the cheapest
            option.
        start (str): First day of the run.
        wall_clock_limit_hours (float | None): Longest duration of the run [hours].
    """

    cheapest_option: None | str
    deadline: None | str
    device_count_basis: RunScheduleDeviceCountBasis
    meet: RunScheduleMeet
    options: list[OptionSchedule]
    paces: list[Pace]
    start: str
    wall_clock_limit_hours: float | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cheapest_option: None | str
        cheapest_option = self.cheapest_option

        deadline: None | str
        deadline = self.deadline

        device_count_basis: str = self.device_count_basis

        meet: str = self.meet

        options = []
        for options_item_data in self.options:
            options_item = options_item_data.to_dict()
            options.append(options_item)

        paces = []
        for paces_item_data in self.paces:
            paces_item = paces_item_data.to_dict()
            paces.append(paces_item)

        start = self.start

        wall_clock_limit_hours: float | None
        wall_clock_limit_hours = self.wall_clock_limit_hours

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cheapest_option": cheapest_option,
                "deadline": deadline,
                "device_count_basis": device_count_basis,
                "meet": meet,
                "options": options,
                "paces": paces,
                "start": start,
                "wall_clock_limit_hours": wall_clock_limit_hours,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.option_schedule import OptionSchedule  # noqa: PLC0415
        from ..models.pace import Pace  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_cheapest_option(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        cheapest_option = _parse_cheapest_option(d.pop("cheapest_option"))

        def _parse_deadline(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        deadline = _parse_deadline(d.pop("deadline"))

        device_count_basis = check_run_schedule_device_count_basis(d.pop("device_count_basis"))

        meet = check_run_schedule_meet(d.pop("meet"))

        options = []
        _options = d.pop("options")
        for options_item_data in _options:
            options_item = OptionSchedule.from_dict(options_item_data)

            options.append(options_item)

        paces = []
        _paces = d.pop("paces")
        for paces_item_data in _paces:
            paces_item = Pace.from_dict(paces_item_data)

            paces.append(paces_item)

        start = d.pop("start")

        def _parse_wall_clock_limit_hours(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        wall_clock_limit_hours = _parse_wall_clock_limit_hours(d.pop("wall_clock_limit_hours"))

        run_schedule = cls(
            cheapest_option=cheapest_option,
            deadline=deadline,
            device_count_basis=device_count_basis,
            meet=meet,
            options=options,
            paces=paces,
            start=start,
            wall_clock_limit_hours=wall_clock_limit_hours,
        )

        run_schedule.additional_properties = d
        return run_schedule

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
