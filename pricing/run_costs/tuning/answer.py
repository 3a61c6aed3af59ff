"""Parts of the answer of fine-tuning: what a micro-batch takes."""

from typing import Annotated

from msgspec import Meta

from pricing.quote.answer import Answer


class PhaseTime(Answer, frozen=True, kw_only=True):
    """One phase of preference or reinforcement learning. The phases add up."""

    name: Annotated[
        str,
        Meta(
            description="update, old_probabilities, reference, value, reward, rollouts, teacher or"
            " waiting."
        ),
    ]
    device_hours: Annotated[float, Meta(description="Of productive_device_hours [device-hours].")]
    share_fraction: Annotated[
        float, Meta(description="Its share of productive_device_hours [fraction].")
    ]


class MicroBatchTime(Answer, frozen=True, kw_only=True):
    """What the seconds of a micro-batch of fine-tuning go to. The parts add up."""

    told_tokens: Annotated[
        float, Meta(description="Tokens of samples in it, padding apart [tokens].")
    ]
    seconds: Annotated[float, Meta(description="Of all of it [s].")]
    compute_seconds: Annotated[float, Meta(description="Matrix products and attention [s].")]
    launch_seconds: Annotated[
        float, Meta(description="Fixed time of every layer and pass, whatever it computes [s].")
    ]
    unpacking_seconds: Annotated[
        float,
        Meta(description="Unpacking of packed base weights, the same for any tokens [s]."),
    ]
    gathering_seconds: Annotated[
        float, Meta(description="Gathering of weights that copies share [s].")
    ]
    optimizer_seconds: Annotated[
        float, Meta(description="Its part of an optimizer step on the device [s].")
    ]
    host_seconds: Annotated[
        float, Meta(description="Its part of transfers to the host and steps there [s].")
    ]
    bubble_seconds: Annotated[float, Meta(description="Waiting of pipeline stages [s].")]
