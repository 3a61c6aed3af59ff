"""What an answer says of the power of a deployment."""

from typing import Annotated

from msgspec import Meta

from pricing.quote.answer import Answer


class Power(Answer, frozen=True, kw_only=True):
    """Mean power of the whole deployment."""

    device_watts: Annotated[
        float, Meta(description="Mean power of one device at the load and its use [watts].")
    ]
    system_watts: Annotated[
        float,
        Meta(
            description="Power of all devices with hosts, network, fans and losses of the power"
            " supplies [watts]."
        ),
    ]
    facility_watts: Annotated[
        float, Meta(description="Power at the meter: system_watts × PUE [watts].")
    ]
    evidence: Annotated[
        tuple[str, ...], Meta(description="Ids of the measurements that device_watts is based on.")
    ]
