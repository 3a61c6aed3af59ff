from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="DeviceRow")


@_attrs_define
class DeviceRow:
    """An accelerator.

    Attributes:
        accelerated_precisions (str): Number formats in hardware, separated by spaces.
        architecture (str): Generation of the chip.
        bf16_teraflops (float | None): Dense peak in bf16 [teraFLOP/s].
        bridged_device_count (int | None): Devices that the link joins, where it does not join the whole server [count].
        confidence (str): verified, partly verified, secondary or unverified.
        device (str): Its name in this API.
        family (str): Devices that share constants of the performance model.
        form_factor (None | str): How the device is built in: a module on a board, or a card in a slot.
        fp16_teraflops (float | None): Dense peak in fp16 [teraFLOP/s].
        fp32_teraflops (float | None): Dense peak in fp32 [teraFLOP/s].
        fp4_teraflops (float | None): Dense peak in fp4 [teraFLOP/s].
        fp8_teraflops (float | None): Dense peak in fp8 [teraFLOP/s].
        host_gigabytes_per_second (float | None): Bandwidth to the other devices through the host, both directions
            together [GB/s].
        idle_watts (float): Power without work [watts].
        int4_teraflops (float | None): Dense peak in int4 [teraFLOP/s].
        int8_teraflops (float | None): Dense peak in int8 [teraFLOP/s].
        interconnect (None | str): The link between the devices of a server.
        interconnect_gigabytes_per_second (float | None): Bandwidth of that link, both directions together [GB/s].
        matmul_bf16_teraflops (float | None): Measured peak of a matrix product in bf16 [teraFLOP/s].
        matmul_fp8_teraflops (float | None): Measured peak of a matrix product in fp8 [teraFLOP/s].
        memory_gibibytes (float): Memory [GiB].
        memory_gigabytes_per_second (float): Memory bandwidth [GB/s].
        memory_type (str): Kind of memory, for instance HBM3.
        name (str): Full name.
        network_gigabytes_per_second (float | None): A device's share of the network between servers, both directions
            together [GB/s].
        node_device_count (int): Devices of a server [count].
        notes (None | str): Remarks on the row.
        purchase_high_usd (float | None): High end of the purchase price [USD].
        purchase_includes_host (bool | None): Whether the purchase price includes a share of the host.
        purchase_low_usd (float | None): Low end of the purchase price [USD].
        purchase_source (None | str): Where the purchase price was published.
        purchase_usd (float | None): Purchase price [USD].
        source (str): Where the figures of the row were published.
        tdp_high_watts (float | None): High end of the rated power, where it is an estimate [watts].
        tdp_low_watts (float | None): Low end of the rated power, where it is an estimate [watts].
        tdp_watts (float): Rated power [watts].
        tf32_teraflops (float | None): Dense peak in tf32 [teraFLOP/s].
        usable_memory_gibibytes (float | None): What it shows of its memory to programs, as engines print it [GiB].
        usable_memory_source (None | str): Where the usable memory was printed.
        vendor (str): Who makes it.
        year (int): Year of release [year].
    """

    accelerated_precisions: str
    architecture: str
    bf16_teraflops: float | None
    bridged_device_count: int | None
    confidence: str
    device: str
    family: str
    form_factor: None | str
    fp16_teraflops: float | None
    fp32_teraflops: float | None
    fp4_teraflops: float | None
    fp8_teraflops: float | None
    host_gigabytes_per_second: float | None
    idle_watts: float
    int4_teraflops: float | None
    int8_teraflops: float | None
    interconnect: None | str
    interconnect_gigabytes_per_second: float | None
    matmul_bf16_teraflops: float | None
    matmul_fp8_teraflops: float | None
    memory_gibibytes: float
    memory_gigabytes_per_second: float
    memory_type: str
    name: str
    network_gigabytes_per_second: float | None
    node_device_count: int
    notes: None | str
    purchase_high_usd: float | None
    purchase_includes_host: bool | None
    purchase_low_usd: float | None
    purchase_source: None | str
    purchase_usd: float | None
    source: str
    tdp_high_watts: float | None
    tdp_low_watts: float | None
    tdp_watts: float
    tf32_teraflops: float | None
    usable_memory_gibibytes: float | None
    usable_memory_source: None | str
    vendor: str
    year: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        accelerated_precisions = self.accelerated_precisions

        architecture = self.architecture

        bf16_teraflops: float | None
        bf16_teraflops = self.bf16_teraflops

        bridged_device_count: int | None
        bridged_device_count = self.bridged_device_count

        confidence = self.confidence

        device = self.device

        family = self.family

        form_factor: None | str
        form_factor = self.form_factor

        fp16_teraflops: float | None
        fp16_teraflops = self.fp16_teraflops

        fp32_teraflops: float | None
        fp32_teraflops = self.fp32_teraflops

        fp4_teraflops: float | None
        fp4_teraflops = self.fp4_teraflops

        fp8_teraflops: float | None
        fp8_teraflops = self.fp8_teraflops

        host_gigabytes_per_second: float | None
        host_gigabytes_per_second = self.host_gigabytes_per_second

        idle_watts = self.idle_watts

        int4_teraflops: float | None
        int4_teraflops = self.int4_teraflops

        int8_teraflops: float | None
        int8_teraflops = self.int8_teraflops

        interconnect: None | str
        interconnect = self.interconnect

        interconnect_gigabytes_per_second: float | None
        interconnect_gigabytes_per_second = self.interconnect_gigabytes_per_second

        matmul_bf16_teraflops: float | None
        matmul_bf16_teraflops = self.matmul_bf16_teraflops

        matmul_fp8_teraflops: float | None
        matmul_fp8_teraflops = self.matmul_fp8_teraflops

        memory_gibibytes = self.memory_gibibytes

        memory_gigabytes_per_second = self.memory_gigabytes_per_second

        memory_type = self.memory_type

        name = self.name

        network_gigabytes_per_second: float | None
        network_gigabytes_per_second = self.network_gigabytes_per_second

        node_device_count = self.node_device_count

        notes: None | str
        notes = self.notes

        purchase_high_usd: float | None
        purchase_high_usd = self.purchase_high_usd

        purchase_includes_host: bool | None
        purchase_includes_host = self.purchase_includes_host

        purchase_low_usd: float | None
        purchase_low_usd = self.purchase_low_usd

        purchase_source: None | str
        purchase_source = self.purchase_source

        purchase_usd: float | None
        purchase_usd = self.purchase_usd

        source = self.source

        tdp_high_watts: float | None
        tdp_high_watts = self.tdp_high_watts

        tdp_low_watts: float | None
        tdp_low_watts = self.tdp_low_watts

        tdp_watts = self.tdp_watts

        tf32_teraflops: float | None
        tf32_teraflops = self.tf32_teraflops

        usable_memory_gibibytes: float | None
        usable_memory_gibibytes = self.usable_memory_gibibytes

        usable_memory_source: None | str
        usable_memory_source = self.usable_memory_source

        vendor = self.vendor

        year = self.year

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accelerated_precisions": accelerated_precisions,
                "architecture": architecture,
                "bf16_teraflops": bf16_teraflops,
                "bridged_device_count": bridged_device_count,
                "confidence": confidence,
                "device": device,
                "family": family,
                "form_factor": form_factor,
                "fp16_teraflops": fp16_teraflops,
                "fp32_teraflops": fp32_teraflops,
                "fp4_teraflops": fp4_teraflops,
                "fp8_teraflops": fp8_teraflops,
                "host_gigabytes_per_second": host_gigabytes_per_second,
                "idle_watts": idle_watts,
                "int4_teraflops": int4_teraflops,
                "int8_teraflops": int8_teraflops,
                "interconnect": interconnect,
                "interconnect_gigabytes_per_second": interconnect_gigabytes_per_second,
                "matmul_bf16_teraflops": matmul_bf16_teraflops,
                "matmul_fp8_teraflops": matmul_fp8_teraflops,
                "memory_gibibytes": memory_gibibytes,
                "memory_gigabytes_per_second": memory_gigabytes_per_second,
                "memory_type": memory_type,
                "name": name,
                "network_gigabytes_per_second": network_gigabytes_per_second,
                "node_device_count": node_device_count,
                "notes": notes,
                "purchase_high_usd": purchase_high_usd,
                "purchase_includes_host": purchase_includes_host,
                "purchase_low_usd": purchase_low_usd,
                "purchase_source": purchase_source,
                "purchase_usd": purchase_usd,
                "source": source,
                "tdp_high_watts": tdp_high_watts,
                "tdp_low_watts": tdp_low_watts,
                "tdp_watts": tdp_watts,
                "tf32_teraflops": tf32_teraflops,
                "usable_memory_gibibytes": usable_memory_gibibytes,
                "usable_memory_source": usable_memory_source,
                "vendor": vendor,
                "year": year,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        accelerated_precisions = d.pop("accelerated_precisions")

        architecture = d.pop("architecture")

        def _parse_bf16_teraflops(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        bf16_teraflops = _parse_bf16_teraflops(d.pop("bf16_teraflops"))

        def _parse_bridged_device_count(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        bridged_device_count = _parse_bridged_device_count(d.pop("bridged_device_count"))

        confidence = d.pop("confidence")

        device = d.pop("device")

        family = d.pop("family")

        def _parse_form_factor(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        form_factor = _parse_form_factor(d.pop("form_factor"))

        def _parse_fp16_teraflops(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        fp16_teraflops = _parse_fp16_teraflops(d.pop("fp16_teraflops"))

        def _parse_fp32_teraflops(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        fp32_teraflops = _parse_fp32_teraflops(d.pop("fp32_teraflops"))

        def _parse_fp4_teraflops(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        fp4_teraflops = _parse_fp4_teraflops(d.pop("fp4_teraflops"))

        def _parse_fp8_teraflops(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        fp8_teraflops = _parse_fp8_teraflops(d.pop("fp8_teraflops"))

        def _parse_host_gigabytes_per_second(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        host_gigabytes_per_second = _parse_host_gigabytes_per_second(
            d.pop("host_gigabytes_per_second")
        )

        idle_watts = d.pop("idle_watts")

        def _parse_int4_teraflops(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        int4_teraflops = _parse_int4_teraflops(d.pop("int4_teraflops"))

        def _parse_int8_teraflops(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        int8_teraflops = _parse_int8_teraflops(d.pop("int8_teraflops"))

        def _parse_interconnect(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        interconnect = _parse_interconnect(d.pop("interconnect"))

        def _parse_interconnect_gigabytes_per_second(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        interconnect_gigabytes_per_second = _parse_interconnect_gigabytes_per_second(
            d.pop("interconnect_gigabytes_per_second")
        )

        def _parse_matmul_bf16_teraflops(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        matmul_bf16_teraflops = _parse_matmul_bf16_teraflops(d.pop("matmul_bf16_teraflops"))

        def _parse_matmul_fp8_teraflops(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        matmul_fp8_teraflops = _parse_matmul_fp8_teraflops(d.pop("matmul_fp8_teraflops"))

        memory_gibibytes = d.pop("memory_gibibytes")

        memory_gigabytes_per_second = d.pop("memory_gigabytes_per_second")

        memory_type = d.pop("memory_type")

        name = d.pop("name")

        def _parse_network_gigabytes_per_second(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        network_gigabytes_per_second = _parse_network_gigabytes_per_second(
            d.pop("network_gigabytes_per_second")
        )

        node_device_count = d.pop("node_device_count")

        def _parse_notes(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        notes = _parse_notes(d.pop("notes"))

        def _parse_purchase_high_usd(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        purchase_high_usd = _parse_purchase_high_usd(d.pop("purchase_high_usd"))

        def _parse_purchase_includes_host(data: object) -> bool | None:
            if data is None:
                return data
            return cast(bool | None, data)

        purchase_includes_host = _parse_purchase_includes_host(d.pop("purchase_includes_host"))

        def _parse_purchase_low_usd(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        purchase_low_usd = _parse_purchase_low_usd(d.pop("purchase_low_usd"))

        def _parse_purchase_source(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        purchase_source = _parse_purchase_source(d.pop("purchase_source"))

        def _parse_purchase_usd(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        purchase_usd = _parse_purchase_usd(d.pop("purchase_usd"))

        source = d.pop("source")

        def _parse_tdp_high_watts(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        tdp_high_watts = _parse_tdp_high_watts(d.pop("tdp_high_watts"))

        def _parse_tdp_low_watts(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        tdp_low_watts = _parse_tdp_low_watts(d.pop("tdp_low_watts"))

        tdp_watts = d.pop("tdp_watts")

        def _parse_tf32_teraflops(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        tf32_teraflops = _parse_tf32_teraflops(d.pop("tf32_teraflops"))

        def _parse_usable_memory_gibibytes(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usable_memory_gibibytes = _parse_usable_memory_gibibytes(d.pop("usable_memory_gibibytes"))

        def _parse_usable_memory_source(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        usable_memory_source = _parse_usable_memory_source(d.pop("usable_memory_source"))

        vendor = d.pop("vendor")

        year = d.pop("year")

        device_row = cls(
            accelerated_precisions=accelerated_precisions,
            architecture=architecture,
            bf16_teraflops=bf16_teraflops,
            bridged_device_count=bridged_device_count,
            confidence=confidence,
            device=device,
            family=family,
            form_factor=form_factor,
            fp16_teraflops=fp16_teraflops,
            fp32_teraflops=fp32_teraflops,
            fp4_teraflops=fp4_teraflops,
            fp8_teraflops=fp8_teraflops,
            host_gigabytes_per_second=host_gigabytes_per_second,
            idle_watts=idle_watts,
            int4_teraflops=int4_teraflops,
            int8_teraflops=int8_teraflops,
            interconnect=interconnect,
            interconnect_gigabytes_per_second=interconnect_gigabytes_per_second,
            matmul_bf16_teraflops=matmul_bf16_teraflops,
            matmul_fp8_teraflops=matmul_fp8_teraflops,
            memory_gibibytes=memory_gibibytes,
            memory_gigabytes_per_second=memory_gigabytes_per_second,
            memory_type=memory_type,
            name=name,
            network_gigabytes_per_second=network_gigabytes_per_second,
            node_device_count=node_device_count,
            notes=notes,
            purchase_high_usd=purchase_high_usd,
            purchase_includes_host=purchase_includes_host,
            purchase_low_usd=purchase_low_usd,
            purchase_source=purchase_source,
            purchase_usd=purchase_usd,
            source=source,
            tdp_high_watts=tdp_high_watts,
            tdp_low_watts=tdp_low_watts,
            tdp_watts=tdp_watts,
            tf32_teraflops=tf32_teraflops,
            usable_memory_gibibytes=usable_memory_gibibytes,
            usable_memory_source=usable_memory_source,
            vendor=vendor,
            year=year,
        )

        device_row.additional_properties = d
        return device_row

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
