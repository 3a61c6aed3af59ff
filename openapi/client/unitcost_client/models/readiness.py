from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.readiness_status import ReadinessStatus, check_readiness_status

if TYPE_CHECKING:
    from ..models.degradation import Degradation
    from ..models.ready_release import ReadyRelease


T = TypeVar("T", bound="Readiness")


@_attrs_define
class Readiness:
    """All tables are checked, the newest are loaded, and requests are answered.

    Attributes:
        engine_version (str): Version of the engine.
        reasons (list[Degradation]):
        releases (list[ReadyRelease]):
        status (ReadinessStatus): degraded: answers are right, but a part does not work. See `reasons`.
    """

    engine_version: str
    reasons: list[Degradation]
    releases: list[ReadyRelease]
    status: ReadinessStatus
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        engine_version = self.engine_version

        reasons = []
        for reasons_item_data in self.reasons:
            reasons_item = reasons_item_data.to_dict()
            reasons.append(reasons_item)

        releases = []
        for releases_item_data in self.releases:
            releases_item = releases_item_data.to_dict()
            releases.append(releases_item)

        status: str = self.status

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "engine_version": engine_version,
                "reasons": reasons,
                "releases": releases,
                "status": status,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.degradation import Degradation  # noqa: PLC0415
        from ..models.ready_release import ReadyRelease  # noqa: PLC0415

        d = dict(src_dict)
        engine_version = d.pop("engine_version")

        reasons = []
        _reasons = d.pop("reasons")
        for reasons_item_data in _reasons:
            reasons_item = Degradation.from_dict(reasons_item_data)

            reasons.append(reasons_item)

        releases = []
        _releases = d.pop("releases")
        for releases_item_data in _releases:
            releases_item = ReadyRelease.from_dict(releases_item_data)

            releases.append(releases_item)

        status = check_readiness_status(d.pop("status"))

        readiness = cls(
            engine_version=engine_version,
            reasons=reasons,
            releases=releases,
            status=status,
        )

        readiness.additional_properties = d
        return readiness

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
