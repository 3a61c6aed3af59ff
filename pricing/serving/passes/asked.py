"""What is asked of a replica, whatever it is."""

from typing import Protocol

from pricing.numerics.number import Number
from pricing.serving.passes.images import Images


class Asked(Protocol):
    """What is asked of a replica: the lengths of requests, and what of them is cached.

    cached_fraction: of the input; shared_fraction: of what is cached, what all requests have in
    common [fraction]; documents: texts that share the input and are read apart, where nothing is
    written [count]; images: of a request, whose tokens are a part of its input.
    """

    @property
    def input_tokens(self) -> Number:
        """Of a request."""

    @property
    def output_tokens(self) -> Number:
        """Of a request."""

    @property
    def cached_fraction(self) -> Number:
        """Of the input."""

    @property
    def shared_fraction(self) -> Number:
        """Of what is cached."""

    @property
    def documents(self) -> Number:
        """Of a request."""

    @property
    def images(self) -> Images:
        """Of a request."""
