from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CommitmentTerms")


@_attrs_define
class CommitmentTerms:
    """The commitment of a run: capacity that is paid for whether it is used or not.

    Attributes:
        committed_device_hours (float): Hours of all terms and devices [device-hours].
        outlasted_fraction (float): Probability that the run outlasts the terms counted here [fraction].
        run_share_fraction (float): Share that the run and its overheads use of them [fraction].
        term_count (float): Consecutive terms that the mean hours need [count].
        term_hours (float): Length of a reserved term, a capacity block or the life of owned devices [hours].
        upfront_usd (float): Paid at the start of the first term: the price of owned devices, of a capacity block, or
            the upfront part of a reserved price [USD].
        use_fraction (float): Share of an amortised term that is used at all [fraction].
    """

    committed_device_hours: float
    outlasted_fraction: float
    run_share_fraction: float
    term_count: float
    term_hours: float
    upfront_usd: float
    use_fraction: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        committed_device_hours = self.committed_device_hours

        outlasted_fraction = self.outlasted_fraction

        run_share_fraction = self.run_share_fraction

        term_count = self.term_count

        term_hours = self.term_hours

        upfront_usd = self.upfront_usd

        use_fraction = self.use_fraction

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "committed_device_hours": committed_device_hours,
                "outlasted_fraction": outlasted_fraction,
                "run_share_fraction": run_share_fraction,
                "term_count": term_count,
                "term_hours": term_hours,
                "upfront_usd": upfront_usd,
                "use_fraction": use_fraction,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        committed_device_hours = d.pop("committed_device_hours")

        outlasted_fraction = d.pop("outlasted_fraction")

        run_share_fraction = d.pop("run_share_fraction")

        term_count = d.pop("term_count")

        term_hours = d.pop("term_hours")

        upfront_usd = d.pop("upfront_usd")

        use_fraction = d.pop("use_fraction")

        commitment_terms = cls(
            committed_device_hours=committed_device_hours,
            outlasted_fraction=outlasted_fraction,
            run_share_fraction=run_share_fraction,
            term_count=term_count,
            term_hours=term_hours,
            upfront_usd=upfront_usd,
            use_fraction=use_fraction,
        )

        commitment_terms.additional_properties = d
        return commitment_terms

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
