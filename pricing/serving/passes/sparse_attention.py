"""Sparse attention: layers whose tokens attend to what an indexer chooses of those before.

Numbers are floats or arrays.
"""

from msgspec import Struct

from pricing.formulas import compute
from pricing.numerics.number import Number, greatest, least


class Repeated(Struct, frozen=True, gc=False):
    """What devices that share a request each compute anew, for a token [seconds of one device].

    index_seconds: of the indexer, which engines do not divide among the devices; attended_seconds:
    of the attention to what was chosen, whose kernels pad the heads of a device; least_share: of
    the heads, that a device computes at least [fraction].
    """

    index_seconds: Number = 0.0
    attended_seconds: Number = 0.0
    least_share: Number = 0.0

    def seconds(self, copies: Number) -> Number:
        """On all devices together; copies: devices that work on the same request [count]."""
        return self.index_seconds * copies + self.attended_seconds * greatest(
            1.0, copies * self.least_share
        )

    def less(self, other: "Repeated") -> "Repeated":
        """The same without a part of it."""
        return Repeated(
            self.index_seconds - other.index_seconds,
            self.attended_seconds - other.attended_seconds,
            self.least_share,
        )


NOT_REPEATED = Repeated()
"""Of models without an indexer."""


class Sparse(Struct, frozen=True, gc=False):
    """What the layers of a model take that attend to chosen tokens.

    layers: of them, each over the tokens that an entry of its cache stands for [count];
    chosen_tokens: that a token attends to at most [tokens]; value_bytes: of a token and layer in
    the cache, without its keys of the indexer [bytes]; least_share: see Repeated;
    index_seconds, decode_index_seconds: of one device, to score one token before it;
    dense_seconds, chosen_seconds, decode_seconds: to attend to a token in one layer, in prefill as
    without an indexer and to chosen ones, and in decoding [seconds].
    """

    layers: Number = 0.0
    chosen_tokens: Number = 1.0
    value_bytes: Number = 0.0
    least_share: Number = 0.0
    index_seconds: Number = 0.0
    decode_index_seconds: Number = 0.0
    dense_seconds: Number = 0.0
    chosen_seconds: Number = 0.0
    decode_seconds: Number = 0.0

    def unread_bytes(self, context_tokens: Number) -> Number:
        """Of the cache of a sequence, what a step does not read [bytes]."""
        unseen = greatest(0.0, context_tokens - self.chosen_tokens)
        return self.layers * unseen * self.value_bytes

    def in_step(self, context_tokens: Number) -> tuple[Number, Repeated]:
        """Of a token that is decoded: what attending to all would take more, and what is repeated.

        The first is of what devices share out [seconds].
        """
        chosen = least(context_tokens, self.chosen_tokens)
        return self.layers * context_tokens * self.decode_seconds, Repeated(
            self.decode_index_seconds * context_tokens,
            self.layers * chosen * self.decode_seconds,
            self.least_share,
        )

    def in_prefill(self, tokens: Number, prefix_tokens: Number = 0.0) -> tuple[Number, Repeated]:
        """The same for a token of a prompt, in the mean; prefix_tokens: cached before it."""
        chosen = self.chosen_tokens
        beyond = compute.beyond_fraction(
            chosen_tokens=chosen, suffix_tokens=tokens, prefix_tokens=prefix_tokens
        )
        # Those beyond are the last ones: so many stand before them in the mean.
        seen = prefix_tokens + tokens * (1.0 - beyond / 2.0)
        spared_seconds = self.layers * beyond * seen * self.dense_seconds
        attended_seconds = self.layers * beyond * chosen * self.chosen_seconds
        return spared_seconds, Repeated(
            self.index_seconds * (prefix_tokens + tokens / 2.0),
            attended_seconds,
            self.least_share,
        )


NO_SPARSE = Sparse()
"""All layers that see the whole context attend to all of it."""
