from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.assumption import Assumption
    from ..models.cheaper_if_shared import CheaperIfShared
    from ..models.compute import Compute
    from ..models.converted_amounts import ConvertedAmounts
    from ..models.driver import Driver
    from ..models.provenance import Provenance
    from ..models.ranked_option import RankedOption
    from ..models.run_cost_answer_labels import RunCostAnswerLabels
    from ..models.run_layout import RunLayout
    from ..models.run_option import RunOption
    from ..models.run_schedule import RunSchedule
    from ..models.sensitivity import Sensitivity
    from ..models.training_memory import TrainingMemory
    from ..models.unavailable import Unavailable


T = TypeVar("T", bound="RunCostAnswer")


@_attrs_define
class RunCostAnswer:
    """The cost of one training run under each purchase option.

    Attributes:
        assumptions (list[Assumption]):
        cheaper_if_shared (list[CheaperIfShared]): Options that would cost less than the cheapest if other work used the
            rest of what they commit to, the cheapest first.
        cheapest_option (None | str): The cheapest in time for this run alone, by `paid_usd`: owned devices only if they
            were asked for. The cheapest of all if none is in time. Null without options.
        cheapest_option_amortised (None | str): The cheapest option if unused commitment is charged pro rata.
        compute (Compute): The work of the run without interruptions.
        converted (ConvertedAmounts | None):
        device (str): Name of the device in the catalogue.
        device_count (int): Devices of the run [count].
        drivers (list[Driver] | None): The assumptions that move the answer by at least 1% within their range, the
            strongest first. Null where they are not asked for.
        layout (RunLayout): How the run is divided over its devices.
        memory (TrainingMemory): Peak memory of the fullest device.
        model (str): Name of the model in the catalogue.
        options (list[RunOption]):
        precision (str): Number format of the arithmetic.
        provenance (Provenance): What determines the answer. The same engine, release, day and query give the same
            answer.
        ranking (list[RankedOption]): The options ordered by paid_usd, the cheapest first.
        schedule (None | RunSchedule): Null if the query has no schedule.
        sensitivities (list[Sensitivity]): Sensitivities of the cheapest option, the largest first.
        spot_break_even_preemptions_per_instance_hour (float | None): Preemptions per instance-hour at which spot costs
            the same as the cheapest other rented option. 0 if they cost the same without preemptions. Null if spot has no
            price, costs more even without preemptions, or costs less up to the rate at which it never finishes.
        spot_break_even_usd_per_device_hour (float | None): Spot price at which spot costs the same as the cheapest
            other rented option [USD per device-hour]. Null if spot would not finish, or if there is no other rented option.
        unavailable (list[Unavailable]):
        warnings (list[str]): Facts to know before using the figures.
        labels (RunCostAnswerLabels | Unset): Texts by name that the answer repeats in every format, and a forecast in
            FOCUS as tags. They change no figure.
    """

    assumptions: list[Assumption]
    cheaper_if_shared: list[CheaperIfShared]
    cheapest_option: None | str
    cheapest_option_amortised: None | str
    compute: Compute
    converted: ConvertedAmounts | None
    device: str
    device_count: int
    drivers: list[Driver] | None
    layout: RunLayout
    memory: TrainingMemory
    model: str
    options: list[RunOption]
    precision: str
    provenance: Provenance
    ranking: list[RankedOption]
    schedule: None | RunSchedule
    sensitivities: list[Sensitivity]
    spot_break_even_preemptions_per_instance_hour: float | None
    spot_break_even_usd_per_device_hour: float | None
    unavailable: list[Unavailable]
    warnings: list[str]
    labels: RunCostAnswerLabels | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.converted_amounts import ConvertedAmounts  # noqa: PLC0415
        from ..models.run_schedule import RunSchedule  # noqa: PLC0415

        assumptions = []
        for assumptions_item_data in self.assumptions:
            assumptions_item = assumptions_item_data.to_dict()
            assumptions.append(assumptions_item)

        cheaper_if_shared = []
        for cheaper_if_shared_item_data in self.cheaper_if_shared:
            cheaper_if_shared_item = cheaper_if_shared_item_data.to_dict()
            cheaper_if_shared.append(cheaper_if_shared_item)

        cheapest_option: None | str
        cheapest_option = self.cheapest_option

        cheapest_option_amortised: None | str
        cheapest_option_amortised = self.cheapest_option_amortised

        compute = self.compute.to_dict()

        converted: dict[str, Any] | None
        if isinstance(self.converted, ConvertedAmounts):
            converted = self.converted.to_dict()
        else:
            converted = self.converted

        device = self.device

        device_count = self.device_count

        drivers: list[dict[str, Any]] | None
        if isinstance(self.drivers, list):
            drivers = []
            for drivers_type_0_item_data in self.drivers:
                drivers_type_0_item = drivers_type_0_item_data.to_dict()
                drivers.append(drivers_type_0_item)

        else:
            drivers = self.drivers

        layout = self.layout.to_dict()

        memory = self.memory.to_dict()

        model = self.model

        options = []
        for options_item_data in self.options:
            options_item = options_item_data.to_dict()
            options.append(options_item)

        precision = self.precision

        provenance = self.provenance.to_dict()

        ranking = []
        for ranking_item_data in self.ranking:
            ranking_item = ranking_item_data.to_dict()
            ranking.append(ranking_item)

        schedule: dict[str, Any] | None
        if isinstance(self.schedule, RunSchedule):
            schedule = self.schedule.to_dict()
        else:
            schedule = self.schedule

        sensitivities = []
        for sensitivities_item_data in self.sensitivities:
            sensitivities_item = sensitivities_item_data.to_dict()
            sensitivities.append(sensitivities_item)

        spot_break_even_preemptions_per_instance_hour: float | None
        spot_break_even_preemptions_per_instance_hour = (
            self.spot_break_even_preemptions_per_instance_hour
        )

        spot_break_even_usd_per_device_hour: float | None
        spot_break_even_usd_per_device_hour = self.spot_break_even_usd_per_device_hour

        unavailable = []
        for unavailable_item_data in self.unavailable:
            unavailable_item = unavailable_item_data.to_dict()
            unavailable.append(unavailable_item)

        warnings = self.warnings

        labels: dict[str, Any] | Unset = UNSET
        if not isinstance(self.labels, Unset):
            labels = self.labels.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "assumptions": assumptions,
                "cheaper_if_shared": cheaper_if_shared,
                "cheapest_option": cheapest_option,
                "cheapest_option_amortised": cheapest_option_amortised,
                "compute": compute,
                "converted": converted,
                "device": device,
                "device_count": device_count,
                "drivers": drivers,
                "layout": layout,
                "memory": memory,
                "model": model,
                "options": options,
                "precision": precision,
                "provenance": provenance,
                "ranking": ranking,
                "schedule": schedule,
                "sensitivities": sensitivities,
                "spot_break_even_preemptions_per_instance_hour": spot_break_even_preemptions_per_instance_hour,
                "spot_break_even_usd_per_device_hour": spot_break_even_usd_per_device_hour,
                "unavailable": unavailable,
                "warnings": warnings,
            }
        )
        if labels is not UNSET:
            field_dict["labels"] = labels

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.assumption import Assumption  # noqa: PLC0415
        from ..models.cheaper_if_shared import CheaperIfShared  # noqa: PLC0415
        from ..models.compute import Compute  # noqa: PLC0415
        from ..models.converted_amounts import ConvertedAmounts  # noqa: PLC0415
        from ..models.driver import Driver  # noqa: PLC0415
        from ..models.provenance import Provenance  # noqa: PLC0415
        from ..models.ranked_option import RankedOption  # noqa: PLC0415
        from ..models.run_cost_answer_labels import RunCostAnswerLabels  # noqa: PLC0415
        from ..models.run_layout import RunLayout  # noqa: PLC0415
        from ..models.run_option import RunOption  # noqa: PLC0415
        from ..models.run_schedule import RunSchedule  # noqa: PLC0415
        from ..models.sensitivity import Sensitivity  # noqa: PLC0415
        from ..models.training_memory import TrainingMemory  # noqa: PLC0415
        from ..models.unavailable import Unavailable  # noqa: PLC0415

        d = dict(src_dict)
        assumptions = []
        _assumptions = d.pop("assumptions")
        for assumptions_item_data in _assumptions:
            assumptions_item = Assumption.from_dict(assumptions_item_data)

            assumptions.append(assumptions_item)

        cheaper_if_shared = []
        _cheaper_if_shared = d.pop("cheaper_if_shared")
        for cheaper_if_shared_item_data in _cheaper_if_shared:
            cheaper_if_shared_item = CheaperIfShared.from_dict(cheaper_if_shared_item_data)

            cheaper_if_shared.append(cheaper_if_shared_item)

        def _parse_cheapest_option(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        cheapest_option = _parse_cheapest_option(d.pop("cheapest_option"))

        def _parse_cheapest_option_amortised(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        cheapest_option_amortised = _parse_cheapest_option_amortised(
            d.pop("cheapest_option_amortised")
        )

        compute = Compute.from_dict(d.pop("compute"))

        def _parse_converted(data: object) -> ConvertedAmounts | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                converted_type_0 = ConvertedAmounts.from_dict(data)

                return converted_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ConvertedAmounts | None, data)

        converted = _parse_converted(d.pop("converted"))

        device = d.pop("device")

        device_count = d.pop("device_count")

        def _parse_drivers(data: object) -> list[Driver] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                drivers_type_0 = []
                _drivers_type_0 = data
                for drivers_type_0_item_data in _drivers_type_0:
                    drivers_type_0_item = Driver.from_dict(drivers_type_0_item_data)

                    drivers_type_0.append(drivers_type_0_item)

                return drivers_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[Driver] | None, data)

        drivers = _parse_drivers(d.pop("drivers"))

        layout = RunLayout.from_dict(d.pop("layout"))

        memory = TrainingMemory.from_dict(d.pop("memory"))

        model = d.pop("model")

        options = []
        _options = d.pop("options")
        for options_item_data in _options:
            options_item = RunOption.from_dict(options_item_data)

            options.append(options_item)

        precision = d.pop("precision")

        provenance = Provenance.from_dict(d.pop("provenance"))

        ranking = []
        _ranking = d.pop("ranking")
        for ranking_item_data in _ranking:
            ranking_item = RankedOption.from_dict(ranking_item_data)

            ranking.append(ranking_item)

        def _parse_schedule(data: object) -> None | RunSchedule:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                schedule_type_0 = RunSchedule.from_dict(data)

                return schedule_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RunSchedule, data)

        schedule = _parse_schedule(d.pop("schedule"))

        sensitivities = []
        _sensitivities = d.pop("sensitivities")
        for sensitivities_item_data in _sensitivities:
            sensitivities_item = Sensitivity.from_dict(sensitivities_item_data)

            sensitivities.append(sensitivities_item)

        def _parse_spot_break_even_preemptions_per_instance_hour(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        spot_break_even_preemptions_per_instance_hour = (
            _parse_spot_break_even_preemptions_per_instance_hour(
                d.pop("spot_break_even_preemptions_per_instance_hour")
            )
        )

        def _parse_spot_break_even_usd_per_device_hour(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        spot_break_even_usd_per_device_hour = _parse_spot_break_even_usd_per_device_hour(
            d.pop("spot_break_even_usd_per_device_hour")
        )

        unavailable = []
        _unavailable = d.pop("unavailable")
        for unavailable_item_data in _unavailable:
            unavailable_item = Unavailable.from_dict(unavailable_item_data)

            unavailable.append(unavailable_item)

        warnings = cast(list[str], d.pop("warnings"))

        _labels = d.pop("labels", UNSET)
        labels: RunCostAnswerLabels | Unset
        if isinstance(_labels, Unset):
            labels = UNSET
        else:
            labels = RunCostAnswerLabels.from_dict(_labels)

        run_cost_answer = cls(
            assumptions=assumptions,
            cheaper_if_shared=cheaper_if_shared,
            cheapest_option=cheapest_option,
            cheapest_option_amortised=cheapest_option_amortised,
            compute=compute,
            converted=converted,
            device=device,
            device_count=device_count,
            drivers=drivers,
            layout=layout,
            memory=memory,
            model=model,
            options=options,
            precision=precision,
            provenance=provenance,
            ranking=ranking,
            schedule=schedule,
            sensitivities=sensitivities,
            spot_break_even_preemptions_per_instance_hour=spot_break_even_preemptions_per_instance_hour,
            spot_break_even_usd_per_device_hour=spot_break_even_usd_per_device_hour,
            unavailable=unavailable,
            warnings=warnings,
            labels=labels,
        )

        run_cost_answer.additional_properties = d
        return run_cost_answer

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
