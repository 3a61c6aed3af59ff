"""Parts of the answer of fine-tuning: what a micro-batch takes."""

from typing import Annotated

from pricing.quote.answer import Answer
from pricing.quote.messages import said


class PhaseTime(Answer, frozen=True, kw_only=True):
    """One phase of preference or reinforcement learning. The phases add up."""

    name: Annotated[
        str,
        said("update, old_probabilities, reference, value, reward, rollouts, teacher or waiting."),
    ]
    device_hours: Annotated[float, said("Of productive_device_hours [device-hours].")]
    share_fraction: Annotated[float, said("Its share of productive_device_hours [fraction].")]


class MicroBatchTime(Answer, frozen=True, kw_only=True):
    """What the seconds of a micro-batch of fine-tuning go to. The parts add up."""

    told_tokens: Annotated[float, said("Tokens of samples in it, padding apart [tokens].")]
    seconds: Annotated[float, said("Of all of it [s].")]
    compute_seconds: Annotated[float, said("Matrix products and attention [s].")]
    launch_seconds: Annotated[
        float, said("Fixed time of every layer and pass, whatever it computes [s].")
    ]
    unpacking_seconds: Annotated[
        float, said("Unpacking of packed base weights, the same for any tokens [s].")
    ]
    gathering_seconds: Annotated[float, said("Gathering of weights that copies share [s].")]
    optimizer_seconds: Annotated[float, said("Its part of an optimizer step on the device [s].")]
    host_seconds: Annotated[float, said("Its part of transfers to the host and steps there [s].")]
    bubble_seconds: Annotated[float, said("Waiting of pipeline stages [s].")]
