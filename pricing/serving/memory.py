"""Room: what a model and its load need of memory, and how many requests a replica holds.

Every number here is a float or an array.
"""

from msgspec import Struct

from pricing.formulas import memory
from pricing.numerics.number import Number, any_of, floor, greatest, least, where
from pricing.serving.attention import OPEN, REPEATED, SHARED, SPLIT
from pricing.serving.parallel.spread import Spread
from pricing.serving.passes.group import kv_copies
from pricing.serving.reserve.reserve import Reserve


class Room(Struct, frozen=True, gc=False, eq=False):
    """What a model and its load need of memory, and what a device offers.

    reserve: what the engine takes of a device; weights_bytes: of the model; checkpoint_bytes: of
    its files; kv_bytes: of a request in flight, in the mean; last_kv_bytes: of one at its last
    token, or of the longest that the engine must hold, where that is told; last_tokens: of it
    [tokens]; *window_kv_bytes: of these, what layers with a window keep; kv_heads,
    window_kv_heads, state_bytes: see Rates;
    concurrency_limit: the most that an engine batches in one group of a replica [count];
    attention, attention_bytes: see pricing.serving.attention; spread: over groups and stages, None
    where all devices share out every layer; shared_bytes: of the cache that requests have in
    common, and that is none of theirs above, each head once; split: whether devices keep requests
    of their own, where it is known: see parted.
    """

    reserve: Reserve
    weights_bytes: Number
    kv_bytes: Number
    window_kv_bytes: Number
    last_kv_bytes: Number
    last_window_kv_bytes: Number
    last_tokens: Number
    kv_heads: Number
    window_kv_heads: Number
    state_bytes: Number
    concurrency_limit: Number
    checkpoint_bytes: Number = 0.0
    attention: Number = SHARED
    attention_bytes: Number = 0.0
    spread: Spread | None = None
    shared_bytes: Number = 0.0
    split: Number | None = None

    def held(self, size: Number) -> Number:
        """The requests that a replica of `size` devices holds; below one, it does not fit.

        The requests of a batch are at all stages, so that it holds as many as fit in the mean,
        or to their ends: see Reserve.holds_ends. One alone must fit to its end.
        """
        return self.parted(size)[0]

    def is_split(self, size: Number) -> Number:
        """Whether devices keep requests of their own, rather than the whole cache of all."""
        if self.split is not None:
            return self.split
        if self.spread is not None:
            return (self.spread.tensor_parallel == 1.0) & (size > 1.0)
        return self.parted(size)[1] if any_of(self.attention > SHARED) else False

    def parted(self, size: Number) -> tuple[Number, Number]:
        """The requests that a replica holds, and whether its devices keep requests of their own."""
        if self.spread is not None:
            copies, groups = self.copies(size), self.spread.groups(size)
            held = self._held(
                size, copies, self.weights_in(size), least_count=groups, prefixes=copies * groups
            )
            return held, self.is_split(size)
        if not any_of(self.attention > SHARED):
            return self._held(size, kv_copies(self.kv_heads, size), self.weights_bytes), False
        split, otherwise = self._held_split(size), self._held_otherwise(size)
        # Of those that hold as many, devices with requests of their own read less of the cache.
        is_split = (self.attention == SPLIT) | ((self.attention == OPEN) & (split >= otherwise))
        return where(is_split, split, otherwise), is_split

    def _held_otherwise(self, size: Number) -> Number:
        shared = kv_copies(self.kv_heads, size)
        copies = where(self.attention == SHARED, shared, where(size > 1.0, 1.0 * size, 1.0))
        return self._held(size, copies, self.weights_bytes)

    def _held_split(self, size: Number) -> Number:
        """With one request at least on every device, which holds all of it."""
        weights_bytes = self._weights_split(size)
        return self._held(size, 1.0, weights_bytes, least_count=size, prefixes=size)

    def _weights_split(self, size: Number) -> Number:
        return self.weights_bytes + (size - 1.0) * self.attention_bytes

    def _held(
        self,
        size: Number,
        copies: Number,
        weights_bytes: Number,
        *,
        least_count: Number = 1.0,
        prefixes: Number | None = None,
    ) -> Number:
        """The requests that fit; prefixes: copies of what all share, if not as many as theirs."""
        cache_bytes = self.reserve.cache_bytes(size, weights_bytes, self._together(size))
        if any_of(self.shared_bytes > 0.0):
            shared_copies = copies if prefixes is None else prefixes
            cache_bytes = cache_bytes - self.shared_bytes * shared_copies
        state_bytes = self.state_bytes / copies  # is stored once
        # Heads of layers with a window count where those of the others are shared out.
        own_copies = least(copies, kv_copies(self.window_kv_heads, self._together(size)))
        own_copies = where(self.attention == REPEATED, copies, own_copies)
        spared_fraction = 1.0 - own_copies / copies
        last_bytes = self.last_kv_bytes - self.last_window_kv_bytes * spared_fraction + state_bytes
        whole = memory.concurrency_in_memory(
            cache_bytes=cache_bytes, kv_bytes_per_sequence=last_bytes * copies
        )
        mean_bytes = self.kv_bytes - self.window_kv_bytes * spared_fraction + state_bytes
        mean_ratio = last_bytes / mean_bytes
        mean_ratio = mean_ratio + self.reserve.holds_ends * (1.0 - mean_ratio)
        held = least(self.limit(size), whole * mean_ratio)
        return where(whole >= least_count, held, whole / least_count)

    def limit(self, size: Number) -> Number:
        """The most requests that the engine batches in a replica, all of its groups [count]."""
        if self.spread is None:
            return self.concurrency_limit
        return self.concurrency_limit * self.spread.groups(size)

    def _together(self, size: Number) -> Number:
        """Devices that share out the attention and the activations of a request [count]."""
        return size if self.spread is None else self.spread.tensor_parallel

    def weights_in(self, size: Number) -> Number:
        """The weights on all of `size` devices [bytes]."""
        if self.spread is not None:
            return self.spread.weights_bytes(size, self.weights_bytes)
        return where(self.is_split(size), self._weights_split(size), self.weights_bytes)

    def copies(self, size: Number) -> Number:
        """How often a replica stores a cached value."""
        size = self._together(size)
        if self.spread is not None:
            shared = kv_copies(self.kv_heads, size)
            return where(self.attention == SHARED, shared, size)
        return copies_of(self.kv_heads, self.attention, self.is_split(size), size)

    def spared_copies(self, size: Number) -> Number:
        """How many fewer of a value in layers with a window."""
        copies, together = self.copies(size), self._together(size)
        return spared_copies_of(copies, self.window_kv_heads, self.attention, together)

    def cache_bytes(self, size: Number) -> Number:
        """What a replica of `size` devices keeps for caches; below 0 nothing fits [bytes]."""
        return self.reserve.cache_bytes(size, self.weights_in(size), self._together(size))

    def shared_bytes_in(self, size: Number) -> Number:
        """What a replica of `size` devices keeps for all of its requests together [bytes]."""
        if not any_of(self.shared_bytes > 0.0):
            return 0.0
        if self.spread is not None:
            return self.shared_bytes * self.copies(size) * self.spread.groups(size)
        return self.shared_bytes * where(self.is_split(size), 1.0 * size, self.copies(size))

    def kv_bytes_in(self, size: Number) -> Number:
        """What a request in flight takes of a replica of `size` devices, in the mean [bytes].

        Without what it shares with all others.
        """
        return self._stored_bytes(self.kv_bytes, self.window_kv_bytes, size)

    def last_kv_bytes_in(self, size: Number) -> Number:
        """The same with its last token."""
        return self._stored_bytes(self.last_kv_bytes, self.last_window_kv_bytes, size)

    def _stored_bytes(self, kv_bytes: Number, window_kv_bytes: Number, size: Number) -> Number:
        stored_bytes = memory.stored_kv_bytes(
            kv_bytes=kv_bytes,
            window_kv_bytes=window_kv_bytes,
            copies=self.copies(size),
            spared_copies=self.spared_copies(size),
        )
        return stored_bytes + self.state_bytes

    def taken_bytes(self, size: Number) -> Number:
        """What activations and the runtime take of all `size` devices [bytes]."""
        return self.reserve.taken_bytes(size, self._together(size))

    def activation_bytes(self, size: Number) -> Number:
        """What passes and sampling take of all `size` devices [bytes]."""
        return size * self.reserve.activation_bytes(self._together(size))

    def fits(self, held: Number, demanded: Number) -> Number:
        """Whether a replica that holds so many requests does for the load.

        demanded: requests in flight, 0 where they are left to the layout. What the engine's
        limit keeps out queues.
        """
        return (held >= 1.0) & ((held >= demanded) | (held >= self.concurrency_limit))


def copies_of(kv_heads: Number, attention: Number, is_split: Number, size: Number) -> Number:
    """How often `size` devices store a cached value; is_split: see Room. Floats or arrays."""
    shared = kv_copies(kv_heads, size)
    if not any_of(attention > SHARED):
        return shared
    otherwise = where(attention == SHARED, shared, 1.0 * size)
    return where(is_split, 1.0, otherwise)


def spared_copies_of(
    copies: Number, window_kv_heads: Number, attention: Number, size: Number
) -> Number:
    """How many fewer of a value in layers with a window. Floats or arrays."""
    spared = copies - least(copies, kv_copies(window_kv_heads, size))
    return where(attention == SHARED, spared, 0.0)


class Parts(Struct, frozen=True, gc=False):
    """What the memory of a replica goes to, in whole bytes, so that parts add up [bytes].

    capacity_bytes: of the five before it, what the engine may use; reserved_bytes: the rest of
    device_bytes.
    """

    weights_bytes: Number
    activations_bytes: Number
    runtime_bytes: Number
    kv_cache_bytes: Number
    free_bytes: Number
    capacity_bytes: Number
    reserved_bytes: Number
    device_bytes: Number


def parts_of(room: Room, size: Number, in_flight: Number) -> Parts:
    """What the memory of a replica of `size` devices goes to, with so many requests in flight."""
    reserve = room.reserve
    again = room.weights_in(size) - room.weights_bytes
    weights, activations, runtime, cache, kept, device = (
        floor(value + 0.5)
        for value in (
            room.weights_bytes,
            room.activation_bytes(size),
            size * reserve.runtime_bytes_on(size) + again,
            in_flight * room.kv_bytes_in(size) + room.shared_bytes_in(size),
            room.cache_bytes(size),
            size * reserve.device_bytes,
        )
    )
    capacity = weights + activations + runtime + greatest(kept, cache)
    device = greatest(device, capacity)  # rounding may make the parts a few bytes more
    return Parts(
        weights,
        activations,
        runtime,
        cache,
        greatest(kept, cache) - cache,
        capacity,
        device - capacity,
        device,
    )


def filled(held: Number) -> Number:
    """Requests in flight where the load is left to the replica: as many as it holds."""
    return floor(held)


def shared(held: Number, demanded: Number) -> Number:
    """Requests in flight of those demanded; the others wait in the engine's queue."""
    return greatest(1.0, least(demanded, held))


def busy(replica_count: Number, demanded: Number) -> Number:
    """Replicas with a request [count]: all of them, or as many as there are requests.

    demanded: requests in flight, 0 where they are left to the layout.
    """
    return where((demanded > 0.0) & (demanded < replica_count), demanded, replica_count)
