"""Cautions about images: what is not modelled beside the devices."""

from pricing.serving.layout import Layout
from pricing.serving.passes.images import NO_IMAGES

HOST_SECONDS_PER_PIXEL = 0.167 / (1920 * 1080)
"""What plain vLLM took on its host for an image (vllm-project/vllm#41267, 2026)."""


def of_images(layout: Layout) -> str | None:
    """What images are modelled without: measured rows, and the hosts that decode them."""
    images = layout.request.images
    if images is NO_IMAGES:
        return None
    rate = float(layout.requests_per_second * layout.request.encoded_images)
    busy_hosts = rate * float(images.pixels) * HOST_SECONDS_PER_PIXEL
    said = "no measured row has images: the encoder is modelled"
    if busy_hosts <= float(layout.replica_count):
        return said
    return (
        f"{said}, and the hosts are taken to decode and resize {rate:,.3g} images a second: at what"
        f" plain vLLM was seen to take, this is the work of {busy_hosts:,.0f} processes"
    )
