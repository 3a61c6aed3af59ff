"""Drafting: what a step of speculative decoding does beside a plain one. Floats or arrays."""

from msgspec import Struct

from pricing.numerics.number import Number


class Drafting(Struct, frozen=True, gc=False):
    """What drafted tokens cost a step, and what they give it; without any, a plain step.

    draft_tokens: drafted for a request in a step [count]; tokens_per_step: those that a request
    gains by it, see pricing.formulas.roofline; plain_fraction: what drafting takes of the time
    of a plain step; draft_seconds: what it takes besides, on one device [seconds]; verify_ratio:
    arithmetic of a verified token over that of a decoded one; routed_fraction, host_fraction: of a
    drafted token, what it adds to the experts that are read and to the work of the host.
    """

    draft_tokens: Number = 0.0
    tokens_per_step: Number = 1.0
    plain_fraction: Number = 0.0
    draft_seconds: Number = 0.0
    verify_ratio: Number = 1.0
    routed_fraction: Number = 0.0
    host_fraction: Number = 0.0

    @property
    def verified_tokens(self) -> Number:
        """Tokens of a request that a step passes through the model [count]."""
        return 1.0 + self.draft_tokens

    @property
    def routed_tokens(self) -> Number:
        """The same, as far as experts go: neighbours share them [count]."""
        return 1.0 + self.routed_fraction * self.draft_tokens

    @property
    def state_ratio(self) -> Number:
        """What reading and writing states takes over a plain step: that of each token is kept."""
        return 1.0 + 0.5 * self.draft_tokens

    @property
    def host_tokens(self) -> Number:
        """The same, as far as the host goes [count]."""
        return 1.0 + self.host_fraction * self.draft_tokens


def plain_fraction(
    *, step_fraction: Number, draft_fraction: Number, layers: Number, draft_tokens: Number
) -> Number:
    """What drafting takes of the time of a plain step: s + k · (d + 1 / L) [fraction].

    step_fraction: s, of a step that drafts; draft_fraction: d, of a drafted token beside the layer
    that it passes; layers: L, of the model; draft_tokens: k [count].
    """
    return step_fraction + draft_tokens * (draft_fraction + 1.0 / layers)


NO_DRAFTING = Drafting()
"""Plain decoding."""
