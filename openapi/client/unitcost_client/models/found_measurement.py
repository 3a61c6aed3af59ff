from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.inference_measurement_row import InferenceMeasurementRow
    from ..models.listing_provenance import ListingProvenance
    from ..models.training_measurement_row import TrainingMeasurementRow


T = TypeVar("T", bound="FoundMeasurement")


@_attrs_define
class FoundMeasurement:
    """A measurement by its id.

    Attributes:
        id (str): What names the row in this release.
        provenance (ListingProvenance): The release that a listing comes from.
        row (InferenceMeasurementRow | TrainingMeasurementRow): A measurement of inference or of training.
    """

    id: str
    provenance: ListingProvenance
    row: InferenceMeasurementRow | TrainingMeasurementRow
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.inference_measurement_row import InferenceMeasurementRow  # noqa: PLC0415

        id = self.id

        provenance = self.provenance.to_dict()

        row: dict[str, Any]
        if isinstance(self.row, InferenceMeasurementRow):
            row = self.row.to_dict()
        else:
            row = self.row.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "provenance": provenance,
                "row": row,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.inference_measurement_row import InferenceMeasurementRow  # noqa: PLC0415
        from ..models.listing_provenance import ListingProvenance  # noqa: PLC0415
        from ..models.training_measurement_row import TrainingMeasurementRow  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        provenance = ListingProvenance.from_dict(d.pop("provenance"))

        def _parse_row(data: object) -> InferenceMeasurementRow | TrainingMeasurementRow:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_measurement_row_type_0 = InferenceMeasurementRow.from_dict(data)

                return componentsschemas_measurement_row_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_measurement_row_type_1 = TrainingMeasurementRow.from_dict(data)

            return componentsschemas_measurement_row_type_1

        row = _parse_row(d.pop("row"))

        found_measurement = cls(
            id=id,
            provenance=provenance,
            row=row,
        )

        found_measurement.additional_properties = d
        return found_measurement

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
