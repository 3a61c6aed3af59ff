"""The tables of devices and of their other names."""

from typing import Annotated, ClassVar

from pricing.releases.columns import Confidence, Notes, Row, Source, cell, number


class DeviceRow(Row, frozen=True, kw_only=True):
    """An accelerator."""

    KEY: ClassVar = ("device",)

    device: Annotated[str, cell("Its name in this API.")]
    name: Annotated[str, cell("Full name.", like="device")]
    vendor: Annotated[str, cell("Who makes it.")]
    architecture: Annotated[str, cell("Generation of the chip.")]
    family: Annotated[str, cell("Devices that share constants of the performance model.")]
    year: Annotated[int, number("Year of release [year].", low=2000, high=2100)]
    memory_gibibytes: Annotated[float, number("Memory [GiB].", low=0.01)]
    usable_memory_gibibytes: Annotated[
        float | None,
        number("What it shows of its memory to programs, as engines print it [GiB].", low=0.01),
    ]
    usable_memory_source: Annotated[str | None, cell("Where the usable memory was printed.")]
    memory_type: Annotated[str, cell("Kind of memory, for instance HBM3.")]
    memory_gigabytes_per_second: Annotated[float, number("Memory bandwidth [GB/s].", low=1)]
    fp32_teraflops: Annotated[float | None, number("Dense peak in fp32 [teraFLOP/s].", low=0.01)]
    tf32_teraflops: Annotated[float | None, number("Dense peak in tf32 [teraFLOP/s].", low=0.01)]
    fp16_teraflops: Annotated[float | None, number("Dense peak in fp16 [teraFLOP/s].", low=0.01)]
    bf16_teraflops: Annotated[float | None, number("Dense peak in bf16 [teraFLOP/s].", low=0.01)]
    fp8_teraflops: Annotated[float | None, number("Dense peak in fp8 [teraFLOP/s].", low=0.01)]
    fp4_teraflops: Annotated[float | None, number("Dense peak in fp4 [teraFLOP/s].", low=0.01)]
    int8_teraflops: Annotated[float | None, number("Dense peak in int8 [teraFLOP/s].", low=0.01)]
    int4_teraflops: Annotated[float | None, number("Dense peak in int4 [teraFLOP/s].", low=0.01)]
    accelerated_precisions: Annotated[str, cell("Number formats in hardware, separated by spaces.")]
    tdp_watts: Annotated[float, number("Rated power [watts].", low=1)]
    tdp_low_watts: Annotated[
        float | None, number("Low end of the rated power, where it is an estimate [watts].", low=1)
    ]
    tdp_high_watts: Annotated[
        float | None, number("High end of the rated power, where it is an estimate [watts].", low=1)
    ]
    idle_watts: Annotated[float, number("Power without work [watts].")]
    interconnect: Annotated[str | None, cell("The link between the devices of a server.")]
    interconnect_gigabytes_per_second: Annotated[
        float | None, number("Bandwidth of that link, both directions together [GB/s].")
    ]
    bridged_device_count: Annotated[
        int | None,
        number(
            "Devices that the link joins, where it does not join the whole server [count].", low=2
        ),
    ]
    host_gigabytes_per_second: Annotated[
        float | None,
        number(
            "Bandwidth to the other devices through the host, both directions together [GB/s].",
            low=1,
        ),
    ]
    network_gigabytes_per_second: Annotated[
        float | None,
        number(
            "A device's share of the network between servers, both directions together [GB/s].",
            low=0.1,
        ),
    ]
    node_device_count: Annotated[int, number("Devices of a server [count].", low=1)]
    form_factor: Annotated[
        str | None, cell("How the device is built in: a module on a board, or a card in a slot.")
    ]
    matmul_bf16_teraflops: Annotated[
        float | None, number("Measured peak of a matrix product in bf16 [teraFLOP/s].", low=0.01)
    ]
    matmul_fp8_teraflops: Annotated[
        float | None, number("Measured peak of a matrix product in fp8 [teraFLOP/s].", low=0.01)
    ]
    purchase_usd: Annotated[float | None, number("Purchase price [USD].", low=1)]
    purchase_low_usd: Annotated[float | None, number("Low end of the purchase price [USD].", low=1)]
    purchase_high_usd: Annotated[
        float | None, number("High end of the purchase price [USD].", low=1)
    ]
    purchase_includes_host: Annotated[
        bool | None, cell("Whether the purchase price includes a share of the host.")
    ]
    purchase_source: Annotated[str | None, cell("Where the purchase price was published.")]
    source: Source
    confidence: Confidence
    notes: Notes


class DeviceAliasRow(Row, frozen=True, kw_only=True):
    """Another spelling of a device."""

    KEY: ClassVar = ("alias",)

    alias: Annotated[str, cell("Another spelling.")]
    device: Annotated[str, cell("The device that it means.", references="devices")]
    source: Source
