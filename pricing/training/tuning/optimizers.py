"""Optimizers: what they hold for a trained parameter, on the device or on the host."""

from typing import Literal

from msgspec import Struct

OptimizerName = Literal[
    "adamw",
    "paged_adamw",
    "adamw_8bit",
    "paged_adamw_8bit",
    "adafactor",
    "lion",
    "lion_8bit",
    "sgd",
    "sgd_momentum",
]

SIXTEEN_BIT_BYTES, MASTER_BYTES = 2.0, 4.0


class Optimizer(Struct, frozen=True, gc=False):
    """An optimizer.

    moments: running means of a parameter [count]; moment_bytes: of one [bytes], None for the
    format of the weights that it updates; source: of the moments and their bytes; is_paged: whether
    the states lie in the memory of the host while they are not needed.
    """

    moments: float
    moment_bytes: float | None
    source: str
    is_paged: bool = False

    def state_bytes(self, *, has_master: bool, wide_share: float) -> float:
        """Of a parameter, with the 32-bit copy of its weight where there is one [bytes].

        Moments are in 32 bits beside such a copy, else in the 16 bits of the weight. wide_share:
        of the parameters, those of embeddings and output, whose narrow moments stay in 32 bits.
        """
        usual = MASTER_BYTES if has_master else SIXTEEN_BIT_BYTES
        own = usual
        if self.moment_bytes is not None:
            own = self.moment_bytes + (MASTER_BYTES - self.moment_bytes) * wide_share
        held = self.moments * own
        return held + (MASTER_BYTES if has_master else 0.0)


ADAM = "two moments of every parameter: arXiv 1711.05101"
EIGHT_BIT = "arXiv 2110.02861, section 2.3: a byte a moment, embeddings in 32 bits"
PAGED = "; paged to the host: arXiv 2305.14314, section 3"
LION = "one momentum: arXiv 2302.06675"
OPTIMIZERS: dict[str, Optimizer] = {
    "adamw": Optimizer(2.0, None, ADAM),
    "paged_adamw": Optimizer(2.0, None, ADAM + PAGED, is_paged=True),
    "adamw_8bit": Optimizer(2.0, 1.0, EIGHT_BIT),
    "paged_adamw_8bit": Optimizer(2.0, 1.0, EIGHT_BIT + PAGED, is_paged=True),
    "adafactor": Optimizer(
        0.0, None, "rows and columns of the second moment alone: arXiv 1804.04235"
    ),
    "lion": Optimizer(1.0, None, LION),
    "lion_8bit": Optimizer(1.0, 1.0, f"{LION}; {EIGHT_BIT}"),
    "sgd": Optimizer(0.0, None, "no state"),
    "sgd_momentum": Optimizer(1.0, None, "one momentum"),
}

OF_BITSANDBYTES = frozenset({"adamw_8bit", "paged_adamw", "paged_adamw_8bit", "lion_8bit"})
"""What updates 16-bit weights in place, without a 32-bit copy of them."""
