from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.effect_kind import EffectKind, check_effect_kind

if TYPE_CHECKING:
    from ..models.field_change import FieldChange
    from ..models.moved_row import MovedRow


T = TypeVar("T", bound="Effect")


@_attrs_define
class Effect:
    """What one thing that differs does to the figure: its Shapley value.

    Attributes:
        change (float): What it adds to the figure [unit of `figure`].
        fields (list[FieldChange]): The fields that differ.
        kind (EffectKind): What it is about. price: prices and ways of buying; throughput: devices, engines and
            measurements; use: how much of the throughput is used; mix: purchases beside one another; energy: electricity,
            PUE and carbon; work: models, lengths and amounts; several: more than one of these.
        name (str): What differs: a field of the question, tables of the release, or a key of its assumptions.
            `rounding`: what one binary number cannot hold of the change.
        rows (list[MovedRow]): The rows that move when it alone changes, at most 20 of them.
        usd_change (float | None): The same [USD]; null: the figure is none of money.
        words (str): The effect in words.
    """

    change: float
    fields: list[FieldChange]
    kind: EffectKind
    name: str
    rows: list[MovedRow]
    usd_change: float | None
    words: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        change = self.change

        fields = []
        for fields_item_data in self.fields:
            fields_item = fields_item_data.to_dict()
            fields.append(fields_item)

        kind: str = self.kind

        name = self.name

        rows = []
        for rows_item_data in self.rows:
            rows_item = rows_item_data.to_dict()
            rows.append(rows_item)

        usd_change: float | None
        usd_change = self.usd_change

        words = self.words

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "change": change,
                "fields": fields,
                "kind": kind,
                "name": name,
                "rows": rows,
                "usd_change": usd_change,
                "words": words,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.field_change import FieldChange  # noqa: PLC0415
        from ..models.moved_row import MovedRow  # noqa: PLC0415

        d = dict(src_dict)
        change = d.pop("change")

        fields = []
        _fields = d.pop("fields")
        for fields_item_data in _fields:
            fields_item = FieldChange.from_dict(fields_item_data)

            fields.append(fields_item)

        kind = check_effect_kind(d.pop("kind"))

        name = d.pop("name")

        rows = []
        _rows = d.pop("rows")
        for rows_item_data in _rows:
            rows_item = MovedRow.from_dict(rows_item_data)

            rows.append(rows_item)

        def _parse_usd_change(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_change = _parse_usd_change(d.pop("usd_change"))

        words = d.pop("words")

        effect = cls(
            change=change,
            fields=fields,
            kind=kind,
            name=name,
            rows=rows,
            usd_change=usd_change,
            words=words,
        )

        effect.additional_properties = d
        return effect

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
