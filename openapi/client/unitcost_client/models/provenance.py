from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.api_price_source import ApiPriceSource


T = TypeVar("T", bound="Provenance")


@_attrs_define
class Provenance:
    """What determines the answer. The same engine, release, day and query give the same answer.

    Attributes:
        api_prices (list[ApiPriceSource] | None): Prices of APIs that the answer used; null: none.
        as_of (str): The day whose prices were used.
        catalog (str): Name of the release of the tables.
        catalog_digest (str): sha256 of the manifest of the release.
        constants_digest (str): sha256 of the constants of the engine.
        engine_version (str): Version of the code.
        query_digest (str): sha256 of the canonical query, with the release and the day that answered.
    """

    api_prices: list[ApiPriceSource] | None
    as_of: str
    catalog: str
    catalog_digest: str
    constants_digest: str
    engine_version: str
    query_digest: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        api_prices: list[dict[str, Any]] | None
        if isinstance(self.api_prices, list):
            api_prices = []
            for api_prices_type_0_item_data in self.api_prices:
                api_prices_type_0_item = api_prices_type_0_item_data.to_dict()
                api_prices.append(api_prices_type_0_item)

        else:
            api_prices = self.api_prices

        as_of = self.as_of

        catalog = self.catalog

        catalog_digest = self.catalog_digest

        constants_digest = self.constants_digest

        engine_version = self.engine_version

        query_digest = self.query_digest

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "api_prices": api_prices,
                "as_of": as_of,
                "catalog": catalog,
                "catalog_digest": catalog_digest,
                "constants_digest": constants_digest,
                "engine_version": engine_version,
                "query_digest": query_digest,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.api_price_source import ApiPriceSource  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_api_prices(data: object) -> list[ApiPriceSource] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                api_prices_type_0 = []
                _api_prices_type_0 = data
                for api_prices_type_0_item_data in _api_prices_type_0:
                    api_prices_type_0_item = ApiPriceSource.from_dict(api_prices_type_0_item_data)

                    api_prices_type_0.append(api_prices_type_0_item)

                return api_prices_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ApiPriceSource] | None, data)

        api_prices = _parse_api_prices(d.pop("api_prices"))

        as_of = d.pop("as_of")

        catalog = d.pop("catalog")

        catalog_digest = d.pop("catalog_digest")

        constants_digest = d.pop("constants_digest")

        engine_version = d.pop("engine_version")

        query_digest = d.pop("query_digest")

        provenance = cls(
            api_prices=api_prices,
            as_of=as_of,
            catalog=catalog,
            catalog_digest=catalog_digest,
            constants_digest=constants_digest,
            engine_version=engine_version,
            query_digest=query_digest,
        )

        provenance.additional_properties = d
        return provenance

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
