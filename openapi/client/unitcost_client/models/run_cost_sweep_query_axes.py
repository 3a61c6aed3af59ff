from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.range_ import Range


T = TypeVar("T", bound="RunCostSweepQueryAxes")


@_attrs_define
class RunCostSweepQueryAxes:
    """Values by dotted field name, as lists or ranges. null leaves the field out. The last axis changes fastest. An
    unknown name, date or option in an axis marks its rows as refused.

    """

    additional_properties: dict[str, list[bool | float | None | str] | Range] = _attrs_field(
        init=False, factory=dict
    )

    def to_dict(self) -> dict[str, Any]:

        field_dict: dict[str, Any] = {}
        for prop_name, prop in self.additional_properties.items():
            if isinstance(prop, list):
                field_dict[prop_name] = []
                for componentsschemas_axis_type_0_item_data in prop:
                    componentsschemas_axis_type_0_item: bool | float | None | str
                    componentsschemas_axis_type_0_item = componentsschemas_axis_type_0_item_data
                    field_dict[prop_name].append(componentsschemas_axis_type_0_item)

            else:
                field_dict[prop_name] = prop.to_dict()

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.range_ import Range  # noqa: PLC0415

        d = dict(src_dict)
        run_cost_sweep_query_axes = cls()

        additional_properties = {}
        for prop_name, prop_dict in d.items():

            def _parse_additional_property(data: object) -> list[bool | float | None | str] | Range:
                try:
                    if not isinstance(data, list):
                        raise TypeError()
                    componentsschemas_axis_type_0 = []
                    _componentsschemas_axis_type_0 = data
                    for componentsschemas_axis_type_0_item_data in _componentsschemas_axis_type_0:

                        def _parse_componentsschemas_axis_type_0_item(
                            data: object,
                        ) -> bool | float | None | str:
                            if data is None:
                                return data
                            return cast(bool | float | None | str, data)

                        componentsschemas_axis_type_0_item = (
                            _parse_componentsschemas_axis_type_0_item(
                                componentsschemas_axis_type_0_item_data
                            )
                        )

                        componentsschemas_axis_type_0.append(componentsschemas_axis_type_0_item)

                    return componentsschemas_axis_type_0
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_axis_type_1 = Range.from_dict(data)

                return componentsschemas_axis_type_1

            additional_property = _parse_additional_property(prop_dict)

            additional_properties[prop_name] = additional_property

        run_cost_sweep_query_axes.additional_properties = additional_properties
        return run_cost_sweep_query_axes

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> list[bool | float | None | str] | Range:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: list[bool | float | None | str] | Range) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
