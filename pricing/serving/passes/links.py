"""Links between devices: what a token takes from one to others, by how far apart they stand."""

from math import inf

from msgspec import Struct

from pricing.catalog.rows import Device
from pricing.numerics.number import Number, greatest, where
from pricing.serving.constants import Constants

SLOW_LINK_BYTES_PER_SECOND = 32e9
"""Both directions of a PCIe 3 x16 slot, where a device has no link of its own."""

BYTES_PER_ACTIVATION = 2.0


class Links(Struct, frozen=True, gc=False):
    """What devices take to add up the activations of a token, and for the message [seconds].

    bridged_devices: beyond so many, a replica goes through the host, infinite where links join the
    node; node_devices: beyond so many, through the network.
    """

    bridged_devices: Number
    node_devices: Number
    seconds_per_token: Number
    host_seconds_per_token: Number
    network_seconds_per_token: Number
    latency_seconds: Number
    network_latency_seconds: Number

    def among(self, devices: Number) -> tuple[Number, Number]:
        """What a token and an all-reduce take on the slowest links between devices [seconds].

        A bridge may join fewer devices than a node, which then go through the host; more than a
        node go through the network.
        """
        transfer, latency = self.seconds_per_token, self.latency_seconds
        if not _holds_all(self.bridged_devices, devices):
            transfer = where(devices > self.bridged_devices, self.host_seconds_per_token, transfer)
        if not _holds_all(self.node_devices, devices):
            beyond = devices > self.node_devices
            network = greatest(transfer, self.network_seconds_per_token)
            transfer = where(beyond, network, transfer)
            latency = where(beyond, self.network_latency_seconds, latency)
        return transfer, latency

    def latency_of(self, is_beyond: Number) -> Number:
        """Of a message; is_beyond: whether it goes through the network."""
        return self.latency_seconds + is_beyond * (
            self.network_latency_seconds - self.latency_seconds
        )


def links_of(device: Device, constants: Constants, hidden_size: Number) -> Links:
    """The links between devices of one kind, for a model of a width."""

    def transferring(link: Number | None) -> Number:
        bytes_per_second = (SLOW_LINK_BYTES_PER_SECOND if link is None else link) / 2.0
        bytes_per_token = 2.0 * hidden_size * BYTES_PER_ACTIVATION
        return bytes_per_token / (bytes_per_second * constants.link_efficiency_fraction)

    bridged, own_network = device.bridged_device_count, device.network_bytes_per_second
    network = constants.network_bytes_per_second if own_network is None else own_network
    return Links(
        bridged_devices=inf if bridged is None else bridged,
        node_devices=1.0 * device.node_device_count,
        seconds_per_token=transferring(device.interconnect_bytes_per_second),
        host_seconds_per_token=transferring(device.host_bytes_per_second),
        # A ring leaves a node once, and as many rings as it has devices share out its network.
        network_seconds_per_token=transferring(network * device.node_device_count),
        latency_seconds=constants.link_latency_seconds,
        network_latency_seconds=constants.network_latency_seconds,
    )


def _holds_all(most: Number, devices: Number) -> bool:
    """Whether plain numbers say that the devices are no more, so that no row need be looked at."""
    if isinstance(most, float):
        return most == inf or (isinstance(devices, float) and devices <= most)
    return False
