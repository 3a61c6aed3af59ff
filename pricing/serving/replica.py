"""A replica: a model on the devices that share it, and how fast it runs.

Every number here is a float or an array: the same lines serve a quote, a sweep and the calibration.
"""

from math import inf

from msgspec import Struct
from msgspec.structs import astuple, replace

from pricing.formulas import roofline
from pricing.numerics.number import Number, any_of, greatest, least, where
from pricing.numerics.structs import chosen
from pricing.serving.passes.drafting import NO_DRAFTING, Drafting
from pricing.serving.passes.forward_pass import forward_pass
from pricing.serving.passes.group import NO_PASS, Group, Pass
from pricing.serving.passes.images import NO_IMAGES
from pricing.serving.passes.phases import BOTH_PHASES
from pricing.serving.passes.prefix import NO_PREFIX
from pricing.serving.passes.reading import writes_nothing
from pricing.serving.passes.request import Request
from pricing.serving.passes.sparse_attention import NOT_REPEATED
from pricing.serving.rates import Rates


class Speed(Struct, frozen=True, gc=False):
    """What one replica sustains.

    prefill_seconds: a request's share of the prefill passes, stall_seconds of it to launch them;
    prefill, step: one pass of either kind [seconds]; prefill_tokens: of such a pass.
    """

    requests_per_second: Number
    prefill_seconds: Number
    prefill: Pass
    step: Pass
    prefill_tokens: Number
    stall_seconds: Number = 0.0

    @property
    def prefill_passes(self) -> Number:
        """A request's share of the prefill passes [count]."""
        return (self.prefill_seconds - self.stall_seconds) / self.prefill.seconds


def speed(
    rates: Rates,
    request: Request,
    group: Group,
    *,
    concurrency: Number,
    other: tuple[Number, Speed] | None = None,
) -> Speed:
    """What a replica on a group of devices sustains with `concurrency` requests in flight.

    Prefills of several requests share a pass up to the chunk that engines use, so that short
    inputs do not each pay for reading the weights. other: another load and its speed, whose
    prefill is this one where it has as many tokens and there are no fewer requests than matter.
    """
    step = _step(rates, request, group, concurrency, NO_DRAFTING)
    if rates.drafting is not NO_DRAFTING:
        step = _drafted(rates, request, group, concurrency, step)
    reads = writes_nothing(request.output_tokens)
    if any_of(reads):
        step = chosen(reads, NO_PASS, step)
    tokens = _tokens_of_prefill(rates, request, group, concurrency)
    if other is not None and _has_same_prefill(request, group, tokens, concurrency, *other):
        prefill = other[1].prefill
    else:
        prefill = _prefill(rates, request, group, tokens, requests=concurrency)
    stall_seconds = _stall_seconds(rates, request, group, concurrency)
    prefill_seconds = prefill.seconds * request.computed_tokens / tokens + stall_seconds
    if rates.phases is not BOTH_PHASES:
        stall_seconds = stall_seconds * rates.phases.prefill
        prefill_seconds = prefill_seconds * rates.phases.prefill
        step = Pass(*(seconds * rates.phases.decode for seconds in astuple(step)))
    return Speed(
        roofline.requests_per_second(
            prefill_seconds=prefill_seconds,
            step_seconds=step.seconds,
            output_tokens=request.output_tokens,
            concurrency=concurrency,
        ),
        prefill_seconds,
        prefill,
        step,
        tokens,
        stall_seconds,
    )


def _has_same_prefill(
    request: Request,
    group: Group,
    tokens: float,
    concurrency: float,
    before: float,
    other: Speed,
) -> bool:
    """Whether a pass over inputs is that of another load.

    Requests matter where ranks or devices that repeat work outnumber them: see forward_pass.
    """
    if tokens != other.prefill_tokens:
        return False
    if group.spread is None and request.prefill_repeated is NOT_REPEATED:
        return True
    return bool(greatest(group.ranks, group.working) <= least(concurrency, before))


def _stall_seconds(rates: Rates, request: Request, group: Group, concurrency: Number) -> Number:
    """What launching its passes over prompts takes of a request; none where nothing is written.

    Where other devices generate, as many prompts begin together as there are.
    """
    decoding = request.output_tokens * rates.phases.decode / rates.drafting.tokens_per_step
    seconds = roofline.stall_seconds(
        pass_seconds=rates.stall_seconds,
        input_tokens=request.pass_tokens,
        chunk_tokens=rates.prefill_chunk_tokens * group.ranks,
        decode_passes=greatest(1.0, decoding),
        concurrency=concurrency,
    )
    reads = writes_nothing(request.output_tokens)
    return where(reads, 0.0, seconds) if any_of(reads) else seconds


def _tokens_of_prefill(rates: Rates, request: Request, group: Group, concurrency: Number) -> Number:
    """Tokens of a prefill pass, of one request or of several, or of a part of one."""
    own_tokens = request.pass_tokens
    chunk_tokens = rates.prefill_chunk_tokens * group.ranks
    reads = writes_nothing(request.output_tokens)
    if any_of(reads):
        # There are no steps of decoding that a whole batch would hold up.
        chunk_tokens = where(reads, inf, chunk_tokens)
    tokens = greatest(own_tokens, least(chunk_tokens, own_tokens * concurrency))
    if group.spread is not None:
        # Every rank has a prompt of its own, as long as there are requests.
        tokens = greatest(tokens, own_tokens * least(concurrency, group.ranks))
    return least(tokens, rates.most_pass_tokens * group.ranks)


def _prefill(
    rates: Rates, request: Request, group: Group, tokens: Number, *, requests: Number = inf
) -> Pass:
    """A pass over the inputs of requests, which reads the cached prefix of each."""
    seconds_per_token, prefix = request.prefill_seconds_per_token, request.prefix
    if prefix is NO_PREFIX:
        return forward_pass(
            rates,
            group,
            tokens,
            seconds_per_token=seconds_per_token,
            repeated=request.prefill_repeated,
            requests=requests,
        )
    # Every part of a prompt attends to all of the prefix.
    prompts = greatest(1.0, tokens / request.pass_tokens)
    return forward_pass(
        rates,
        group,
        tokens,
        seconds_per_token=seconds_per_token,
        kv_seconds=prefix.kv_seconds * prompts,
        window_kv_seconds=prefix.window_kv_seconds * prompts,
        repeated=request.prefill_repeated,
        requests=requests,
    )


def prefix_seconds(
    rates: Rates, request: Request, group: Group, reached: Speed, *, concurrency: Number
) -> Number:
    """Of a request's share of prefill passes, what attending to the cached prefix takes [seconds].

    It is what the same tokens would not take without anything before them.
    """
    if request.prefix is NO_PREFIX:
        return 0.0
    tokens = _tokens_of_prefill(rates, request, group, concurrency)
    alone = forward_pass(
        rates,
        group,
        tokens,
        seconds_per_token=request.prefill_seconds_per_token - request.prefix.seconds_per_token,
        repeated=request.prefill_repeated.less(request.prefix.repeated),
        requests=concurrency,
    )
    own_seconds = alone.seconds * request.computed_tokens / tokens
    own_seconds = own_seconds * rates.phases.prefill + reached.stall_seconds
    return reached.prefill_seconds - own_seconds


def image_seconds(
    rates: Rates, request: Request, group: Group, reached: Speed, *, concurrency: Number
) -> Number:
    """Of a request's share of prefill passes, what the encoder of its images takes [seconds]."""
    if request.images is NO_IMAGES:
        return 0.0
    tokens = _tokens_of_prefill(rates, request, group, concurrency)
    own = request.prefill_seconds_per_token - request.encode_seconds_per_token
    text = replace(request, prefill_seconds_per_token=own)
    alone = _prefill(rates, text, group, tokens, requests=concurrency)
    own_seconds = alone.seconds * request.computed_tokens / tokens
    own_seconds = own_seconds * rates.phases.prefill + reached.stall_seconds
    return reached.prefill_seconds - own_seconds


def _step(
    rates: Rates, request: Request, group: Group, concurrency: Number, drafting: Drafting
) -> Pass:
    """A step of decoding with so many requests in flight: the cache is read once for each.

    Experts that are spread have the tokens of all groups at once, so that those which are verified
    fill matrices like any others.
    """
    is_spread = group.spread is not None and rates.has_experts
    verify_ratio = 1.0 if is_spread else drafting.verify_ratio
    return forward_pass(
        rates,
        group,
        concurrency * drafting.verified_tokens,
        seconds_per_token=request.decode_seconds_per_token * verify_ratio,
        kv_seconds=request.kv_seconds * concurrency,
        window_kv_seconds=request.window_kv_seconds * concurrency,
        state_seconds=request.state_seconds * concurrency * drafting.state_ratio,
        host_seconds=rates.host_seconds_per_token * concurrency * drafting.host_tokens,
        repeated=request.decode_repeated,
        routed_tokens=concurrency * drafting.routed_tokens,
        requests=concurrency,
    )


def _drafted(
    rates: Rates, request: Request, group: Group, concurrency: Number, plain: Pass
) -> Pass:
    """A step that verifies drafted tokens, and the drafting before it, for each token of a request.

    t = (t_v + f · t₁ + t_d) / A

    plain: a step without, t₁.
    """
    drafting = rates.drafting
    verified = _step(rates, request, group, concurrency, drafting)
    draft_seconds = drafting.draft_seconds / group.working

    def of_token(verifying: Number, before: Number, drafted: Number = 0.0) -> Number:
        both = verifying + drafting.plain_fraction * before + drafted
        return both / drafting.tokens_per_step

    return Pass(
        of_token(verified.seconds, plain.seconds, draft_seconds),
        of_token(verified.memory_seconds, plain.memory_seconds, draft_seconds),
        of_token(verified.compute_seconds, plain.compute_seconds),
        of_token(verified.overhead_seconds, plain.overhead_seconds),
    )


def peak_requests_per_second(
    rates: Rates, request: Request, reached: Speed, *, concurrency: Number
) -> Number:
    """What no engine passes: the whole bandwidth or the whole arithmetic at work. Floats or arrays.

    One pass may carry inputs and outputs, and reads the weights once for both.
    """
    prefill, step = reached.prefill, reached.step
    reads, prefill_mfu_fraction = writes_nothing(request.output_tokens), rates.prefill_mfu_fraction
    if any_of(reads):
        reading_ratio = rates.read_mfu_ratio * rates.read_arithmetic_ratio
        prefill_mfu_fraction *= where(reads, reading_ratio, 1.0)
    passes = reached.prefill_passes
    steps = request.output_tokens / concurrency
    return roofline.peak_requests_per_second(
        reading_seconds=rates.mbu_fraction
        * greatest(passes * prefill.memory_seconds, steps * step.memory_seconds),
        computing_seconds=prefill_mfu_fraction * passes * prefill.compute_seconds
        + rates.decode_mfu_fraction * steps * step.compute_seconds,
    )


def first_pass_seconds(rates: Rates, request: Request, group: Group) -> Number:
    """The pass over one request's input on a group of devices, with nothing ahead of it."""
    own_tokens = least(request.pass_tokens, rates.most_pass_tokens)
    requests = 1.0 if group.spread is None else inf
    passed = _prefill(rates, request, group, own_tokens * group.ranks, requests=requests)
    return passed.seconds * (request.pass_tokens / own_tokens) * rates.phases.prefill
