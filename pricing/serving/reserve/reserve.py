"""What an engine takes of a device's memory beside weights and caches."""

from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from pricing.formulas import device_memory
from pricing.formulas.vision.image_encoder import encoder_pass_patches
from pricing.numerics.number import Number, greatest, where
from pricing.serving.passes.images import NO_IMAGES, Images


class Reserve(Struct, frozen=True, eq=False, dict=True):
    """What an engine takes of each device's memory beside weights and caches [bytes].

    device_bytes: what a device shows of its memory; share_fraction: of it, what the engine may use;
    cache_fraction: of what is left, what becomes a cache; sampling_bytes, pass_bytes,
    divided_pass_bytes: see activation_bytes; runtime_bytes, link_bytes: see
    pricing.formulas.device_memory; static_fraction: of weights and caches where the engine sets the
    rest aside, 1 where it does not; batched_tokens: the most of a pass, 0 where nothing is taken;
    encoder_bytes: of a pass of the encoder of images; parallel_bytes: that such an engine sets
    aside besides for each device that works together with others; holds_ends: 1 where the engine
    admits no request without room for its last token, 0 where caches grow while it runs;
    sampled_count: the requests that sampling_bytes are of.
    """

    device_bytes: Number
    share_fraction: Number
    cache_fraction: Number
    static_fraction: Number
    sampling_bytes: Number
    pass_bytes: Number
    divided_pass_bytes: Number
    runtime_bytes: Number
    link_bytes: Number
    batched_tokens: Number = 0.0
    encoder_bytes: Number = 0.0
    parallel_bytes: Number = 0.0
    holds_ends: Number = 0.0
    sampled_count: Number = 1.0

    @property
    def usable_bytes(self) -> Number:
        """Of a device's memory, what the engine may use."""
        return self.device_bytes * self.share_fraction

    def activation_bytes(self, size: Number) -> Number:
        """What passes and sampling take of a device of `size` that work together.

        One follows the other. An engine that sets memory aside for them keeps all of it.
        """
        of_pass = self.pass_bytes + self.divided_pass_bytes / size
        held = greatest(greatest(self.sampling_bytes, of_pass), self.encoder_bytes)
        aside = device_memory.set_aside_bytes(
            device_bytes=self.device_bytes,
            static_fraction=self.static_fraction - self.parallel_bytes * size / self.device_bytes,
            used_bytes=self.runtime_bytes_on(size),
        )
        return where(self.static_fraction < 1.0, aside, held)

    def with_images(self, images: Images) -> "Reserve":
        """The same where images come, which the encoder passes before their tokens.

        Every device of a replica is taken to hold a whole pass.
        """
        if images is NO_IMAGES:
            return self
        patches = encoder_pass_patches(
            budget_tokens=self.batched_tokens,
            image_tokens=images.pass_tokens,
            image_patches=images.patches,
        )
        takes = (self.batched_tokens > 0.0) & (images.count > 0.0)
        encoder_bytes = where(takes, patches * images.patch_bytes, 0.0)
        return replace(self, encoder_bytes=greatest(self.encoder_bytes, encoder_bytes))

    def sampling(self, count: Number) -> "Reserve":
        """The same where a step samples so many requests at the most."""
        one_bytes = self.sampling_bytes / self.sampled_count
        return replace(self, sampling_bytes=one_bytes * count, sampled_count=count)

    def runtime_bytes_on(self, size: Number) -> Number:
        """What libraries, graphs and buffers take of a device of `size` that work together."""
        return device_memory.runtime_bytes(
            own_bytes=self.runtime_bytes, link_bytes=self.link_bytes, devices=size
        )

    def taken_bytes(self, size: Number, together: Number) -> Number:
        """Both, on all of `size` devices, of which so many share out a request."""
        key = size, together
        if type(size) is not int or type(together) is not int:
            return self._taken_bytes(*key)
        if key not in self._kept:
            self._kept[key] = self._taken_bytes(*key)
        return self._kept[key]

    @cached_property
    def _kept(self) -> dict[tuple[int, int], Number]:
        """What plain counts take, from one load to the next."""
        return {}

    def _taken_bytes(self, size: Number, together: Number) -> Number:
        return size * (self.activation_bytes(together) + self.runtime_bytes_on(size))

    def cache_bytes(self, size: Number, weights_bytes: Number, together: Number) -> Number:
        """What the engine keeps for caches on `size` devices; below 0 nothing fits.

        together: of them, those that share out a request.
        """
        return device_memory.cache_bytes(
            usable_bytes=size * self.usable_bytes,
            weights_bytes=weights_bytes,
            taken_bytes=self.taken_bytes(size, together),
            cache_fraction=self.cache_fraction,
        )


def bare(device_bytes: float, reserve: Reserve) -> Reserve:
    """The same share of a device's memory, with nothing taken of it."""
    fractions = (reserve.share_fraction, reserve.cache_fraction, reserve.static_fraction)
    none = (0.0,) * 5
    return Reserve(device_bytes, min(fractions), 1.0, 1.0, *none, holds_ends=reserve.holds_ends)
