from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.provenance import Provenance
    from ..models.sweep_answer_rows_item import SweepAnswerRowsItem


T = TypeVar("T", bound="SweepAnswer")


@_attrs_define
class SweepAnswer:
    """Every scenario with its inputs and its results, or with dry_run only their number.

    Attributes:
        columns (list[str]): Columns of a row: inputs by dotted field name, then results by name.
        kind (str): The kind of quote.
        provenance (None | Provenance): Release and day are those of rows that name none. The digest is that of the
            whole query with the cells of its table. Null if there is no such release or day: the rows that need it are
            refused.
        row_count (int): Scenarios [count].
        rows (list[SweepAnswerRowsItem]): Rows in the order of the scenarios. A row without an answer has the type of
            the problem in `refusal`, the reason in `refusal_detail`, and null results.
        warnings (list[str] | Unset): Values of the base or at the ends of a column that look off by a unit or a factor,
            if there are any. Each row has the warnings of its quote in the column `warnings`.
    """

    columns: list[str]
    kind: str
    provenance: None | Provenance
    row_count: int
    rows: list[SweepAnswerRowsItem]
    warnings: list[str] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.provenance import Provenance  # noqa: PLC0415

        columns = self.columns

        kind = self.kind

        provenance: dict[str, Any] | None
        if isinstance(self.provenance, Provenance):
            provenance = self.provenance.to_dict()
        else:
            provenance = self.provenance

        row_count = self.row_count

        rows = []
        for rows_item_data in self.rows:
            rows_item = rows_item_data.to_dict()
            rows.append(rows_item)

        warnings: list[str] | Unset = UNSET
        if not isinstance(self.warnings, Unset):
            warnings = self.warnings

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "columns": columns,
                "kind": kind,
                "provenance": provenance,
                "row_count": row_count,
                "rows": rows,
            }
        )
        if warnings is not UNSET:
            field_dict["warnings"] = warnings

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.provenance import Provenance  # noqa: PLC0415
        from ..models.sweep_answer_rows_item import SweepAnswerRowsItem  # noqa: PLC0415

        d = dict(src_dict)
        columns = cast(list[str], d.pop("columns"))

        kind = d.pop("kind")

        def _parse_provenance(data: object) -> None | Provenance:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                provenance_type_0 = Provenance.from_dict(data)

                return provenance_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Provenance, data)

        provenance = _parse_provenance(d.pop("provenance"))

        row_count = d.pop("row_count")

        rows = []
        _rows = d.pop("rows")
        for rows_item_data in _rows:
            rows_item = SweepAnswerRowsItem.from_dict(rows_item_data)

            rows.append(rows_item)

        warnings = cast(list[str], d.pop("warnings", UNSET))

        sweep_answer = cls(
            columns=columns,
            kind=kind,
            provenance=provenance,
            row_count=row_count,
            rows=rows,
            warnings=warnings,
        )

        sweep_answer.additional_properties = d
        return sweep_answer

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
