from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ApiPriceSource")


@_attrs_define
class ApiPriceSource:
    """Where the price of an API comes from.

    Attributes:
        model (str): Its model, as its source names it.
        package (None | str): Package with the price; null: a row of an overlay.
        provider (str): Provider of the API, as its source names it.
        row_digest (str): sha256 of the prices of this model there.
        version (None | str): Version of the package.
    """

    model: str
    package: None | str
    provider: str
    row_digest: str
    version: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        model = self.model

        package: None | str
        package = self.package

        provider = self.provider

        row_digest = self.row_digest

        version: None | str
        version = self.version

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "model": model,
                "package": package,
                "provider": provider,
                "row_digest": row_digest,
                "version": version,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        model = d.pop("model")

        def _parse_package(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        package = _parse_package(d.pop("package"))

        provider = d.pop("provider")

        row_digest = d.pop("row_digest")

        def _parse_version(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        version = _parse_version(d.pop("version"))

        api_price_source = cls(
            model=model,
            package=package,
            provider=provider,
            row_digest=row_digest,
            version=version,
        )

        api_price_source.additional_properties = d
        return api_price_source

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
