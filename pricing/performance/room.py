"""Room: what a model and its load need of memory, and how many requests a replica holds.

Every number here is a float or a polars expression.
"""

from msgspec import Struct

from pricing.formulas import memory
from pricing.numbers import Number, floor, greatest, least, where


class Room(Struct, frozen=True, gc=False, eq=False):
    """What a model and its load need of memory, and what a device offers.

    usable_bytes: of one device; weights_bytes: of the model; kv_bytes: of a request in
    flight; concurrency_limit: the most that an engine batches in one replica [count].
    """

    usable_bytes: Number
    weights_bytes: Number
    kv_bytes: Number
    concurrency_limit: Number

    def held(self, size: Number) -> Number:
        """The requests that a replica of `size` devices holds; below one, it does not fit."""
        return least(
            self.concurrency_limit,
            memory.concurrency_in_memory(
                capacity_bytes=size * self.usable_bytes,
                weights_bytes=self.weights_bytes,
                kv_bytes_per_sequence=self.kv_bytes,
            ),
        )

    def fits(self, held: Number, demanded: Number) -> Number:
        """Whether a replica that holds so many requests does for the load.

        demanded: requests in flight, 0 where they are left to the layout. What the engine's
        limit keeps out queues.
        """
        return (held >= 1.0) & ((held >= demanded) | (held >= self.concurrency_limit))


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
