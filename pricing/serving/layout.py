"""Layouts: how a deployment's devices are divided into replicas, and what these sustain."""

from msgspec import Struct
from msgspec.structs import replace

from pricing.formulas import unit_cost
from pricing.formulas.waiting import prefill_queue
from pricing.numerics.number import Number, any_of, greatest, least, where
from pricing.serving.memory import Room, busy
from pricing.serving.passes.group import Group
from pricing.serving.passes.images import NO_IMAGES, Images
from pricing.serving.passes.reading import writes_nothing, written
from pricing.serving.passes.request import Request
from pricing.serving.rates import Rates
from pricing.serving.replica import (
    Speed,
    first_pass_seconds,
    image_seconds,
    peak_requests_per_second,
    prefix_seconds,
    speed,
)

FULL_FRACTION = 0.9
"""A replica this close to all the requests that it holds counts as saturated."""

QUEUEING_GAIN_RATIO = 1.1
"""What a layout that holds a part of the load, and queues the rest, must be faster by than those
that hold all of it: less is what a roofline cannot tell apart, and nobody need wait for it."""


class Demand(Struct, frozen=True, gc=False):
    """What is asked of every layout; without a concurrency, as many requests as fit.

    cached_fraction, shared_fraction, documents, images: see pricing.serving.passes.request.
    """

    input_tokens: Number
    output_tokens: Number
    concurrency: Number | None
    cached_fraction: Number = 0.0
    shared_fraction: Number = 0.0
    documents: Number = 1.0
    images: Images = NO_IMAGES

    @property
    def longest_tokens(self) -> Number:
        """Tokens that a model sees together: of a request, or of one of its documents."""
        return self.input_tokens / self.documents + self.output_tokens


class Layout(Struct, frozen=True, gc=False, eq=False):
    """Replicas of `size` devices each, with `concurrency` requests in each.

    group: its devices, as a pass sees them; busy_count: replicas with a request, fewer than there
    are where there are more replicas than requests; held: the requests that a replica has room for;
    requests_per_second: of all replicas; device_count: of all, those that no replica uses included.
    known_first_seconds: see first_seconds, None where nobody has worked it out. Counts are whole
    numbers; in a sweep every field is an array.
    """

    rates: Rates
    request: Request
    room: Room
    device_count: Number
    size: Number
    group: Group
    replica_count: Number
    busy_count: Number
    held: Number
    concurrency: Number
    saturated: Number
    speed: Speed
    requests_per_second: Number
    known_first_seconds: Number | None = None

    def at(self, concurrency: Number) -> "Layout":
        """The same with so many requests in each replica."""
        own = self.rates, self.request, self.group
        reached = speed(*own, concurrency=concurrency, other=(self.concurrency, self.speed))
        return replace(
            self,
            concurrency=concurrency,
            saturated=concurrency >= FULL_FRACTION * self.held,
            speed=reached,
            requests_per_second=reached.requests_per_second * self.busy_count,
        )

    @property
    def group_count(self) -> Number:
        """Groups that take requests of their own, of all replicas [count]."""
        spread = self.room.spread
        return self.replica_count * (1.0 if spread is None else spread.groups(self.size))

    @property
    def unplaced_count(self) -> Number:
        """Devices that no replica uses."""
        return self.device_count - self.size * self.replica_count

    @property
    def in_flight(self) -> Number:
        """Requests, of all replicas."""
        return self.concurrency * self.busy_count

    @property
    def busy_fraction(self) -> Number:
        """Of the devices, those whose replica has a request."""
        return self.busy_count * self.size / self.device_count

    @property
    def peak_requests_per_second(self) -> Number:
        """Of all replicas, at the whole bandwidth or the whole arithmetic: no engine passes it."""
        return self.busy_count * peak_requests_per_second(
            self.rates, self.request, self.speed, concurrency=self.concurrency
        )

    def high_ratio(self, ratio: Number, band_ratio: Number) -> Number:
        """The upper end of an interval over its middle, which ends at the peak.

        ratio: corrected over modelled throughput; band_ratio: the end where nothing is in the way.
        """
        reachable = self.peak_requests_per_second / (self.requests_per_second * ratio)
        return greatest(1.0, least(band_ratio, reachable))

    @property
    def prefill_share_fraction(self) -> Number:
        """Of a request's time on its replica, what goes to its input."""
        return unit_cost.prefill_share_fraction(
            prefill_seconds=self.speed.prefill_seconds,
            step_seconds=self.speed.step.seconds,
            output_tokens=self.request.output_tokens,
            concurrency=self.concurrency,
        )

    @property
    def cached_share_fraction(self) -> Number:
        """Of a request's time on its replica, what attending to its cached prefix takes."""
        seconds = prefix_seconds(
            self.rates, self.request, self.group, self.speed, concurrency=self.concurrency
        )
        return seconds * self.speed.requests_per_second

    @property
    def image_share_fraction(self) -> Number:
        """Of a request's time on its replica, what the encoder of its images takes."""
        seconds = image_seconds(
            self.rates, self.request, self.group, self.speed, concurrency=self.concurrency
        )
        return seconds * self.speed.requests_per_second

    @property
    def first_seconds(self) -> Number:
        """The pass over one input alone [seconds]."""
        known = self.known_first_seconds
        return first_pass_seconds(self.rates, self.request, self.group) if known is None else known

    @property
    def chunks(self) -> Number:
        """Passes that one request keeps the chunk of the engine for, but for its prefix [count]."""
        return prefill_queue.prefill_passes(
            input_tokens=self.request.pass_tokens, chunk_tokens=self.rates.prefill_chunk_tokens
        )

    @property
    def prefill_passes(self) -> Number:
        """The same in tokens that others decode meanwhile: drafting gains several in a pass."""
        return self.chunks * self.rates.drafting.tokens_per_step

    @property
    def ranks(self) -> Number:
        """Batches of a replica that requests wait in, each for its own [count]."""
        if self.group.spread is None:
            return 1.0
        return greatest(1.0, least(self.group.ranks, self.concurrency))

    @property
    def rank_concurrency(self) -> Number:
        """Requests in flight of one batch [count]."""
        return self.concurrency / self.ranks

    def latencies_after(self, first_seconds: Number) -> tuple[Number, Number]:
        """TTFT and TPOT, with as many requests always in flight, but for what is fixed.

        Requests that write nothing are answered after their pass: by Little's law, n · t_p.
        """
        ranks, step_seconds = self.ranks, self.speed.step.seconds
        concurrency, prefill_seconds = self.concurrency / ranks, self.speed.prefill_seconds * ranks
        output_tokens = written(self.request.output_tokens)
        queue_seconds = prefill_queue.closed_queue_seconds(
            prefill_seconds=prefill_seconds,
            prefill_passes=self.prefill_passes,
            output_tokens=output_tokens,
            concurrency=concurrency,
            whole_fraction=self.rates.whole_fraction,
        )
        ttft_seconds = prefill_queue.closed_ttft_seconds(
            first_seconds=first_seconds,
            queue_seconds=queue_seconds,
            step_seconds=step_seconds,
            concurrency=concurrency,
        )
        tpot_seconds = prefill_queue.closed_tpot_seconds(
            prefill_seconds=prefill_seconds,
            queue_seconds=queue_seconds,
            step_seconds=step_seconds,
            output_tokens=output_tokens,
            concurrency=concurrency,
        )
        reads = writes_nothing(self.request.output_tokens)
        if any_of(reads):
            ttft_seconds = where(reads, self.concurrency * self.speed.prefill_seconds, ttft_seconds)
            tpot_seconds = where(reads, 0.0, tpot_seconds)
        return ttft_seconds, tpot_seconds

    @property
    def burst_seconds(self) -> Number:
        """The mean TTFT of as many requests that come at once, but for what is fixed."""
        return prefill_queue.burst_ttft_seconds(
            first_seconds=self.first_seconds,
            prefill_seconds=self.speed.prefill_seconds * self.ranks,
            concurrency=self.rank_concurrency,
            whole_fraction=self.rates.whole_fraction,
        )

    @property
    def ttft_seconds(self) -> Number:
        """With as many requests always in flight, but for what is fixed."""
        return self.latencies_after(self.first_seconds)[0]

    @property
    def tpot_seconds(self) -> Number:
        """With as many requests always in flight; 0 where nothing is written."""
        return self.latencies_after(0.0)[1]


def is_open(demanded: Number) -> bool:
    """Whether the requests in flight are left to the layout, in every row."""
    return isinstance(demanded, float) and demanded == 0.0


def rank(
    layout: Layout,
    requests_per_second: Number,
    demanded: Number,
    charged_count: Number,
    *,
    is_open_count: bool = False,
) -> Number:
    """What a layout is preferred by: the throughput of a device, which must gain from a queue.

    For want of memory, or of a place in what the engine batches. demanded: requests in flight, 0
    where they are left to the layout; charged_count: devices that are paid for; is_open_count:
    whether their count is left open. Floats or arrays.
    """
    of_device = requests_per_second / charged_count
    if is_open(demanded):
        return of_device
    share = demanded / layout.replica_count
    if is_open_count:
        # Whoever may add replicas for a queue at an engine's limit pays for them.
        share = least(share, layout.room.limit(layout.size))
    holds_all = layout.held >= share
    return of_device / where(holds_all, 1.0, QUEUEING_GAIN_RATIO)


def layout_with(
    rates: Rates,
    request: Request,
    room: Room,
    *,
    size: Number,
    group: Group,
    device_count: Number,
    held: Number,
    concurrency: Number,
    demanded: Number,
) -> Layout:
    """The layout whose replicas of `size` devices hold and run so many requests.

    group: these devices; demanded: see busy. Floats or arrays.
    """
    count = device_count // size
    busy_count = busy(count, demanded)
    reached = speed(rates, request, group, concurrency=concurrency)
    return Layout(
        rates=rates,
        request=request,
        room=room,
        device_count=device_count,
        size=size,
        group=group,
        replica_count=count,
        busy_count=busy_count,
        held=held,
        concurrency=concurrency,
        saturated=concurrency >= FULL_FRACTION * held,
        speed=reached,
        requests_per_second=reached.requests_per_second * busy_count,
    )
