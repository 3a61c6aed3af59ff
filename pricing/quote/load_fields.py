"""What a query says of a request and of the requests at once."""

from typing import Annotated

from msgspec import Meta

InputTokens = Annotated[
    float,
    Meta(
        ge=0,
        le=1e8,
        description="Mean input tokens per request, without those of images.",
        examples=[1024],
    ),
]
OutputTokens = Annotated[
    float,
    Meta(
        ge=0,
        le=1e8,
        description="Mean output tokens per request: 1 or more, or 0 for requests that are only"
        " read (embeddings, rerankers, classifiers). Models made for these have 0 by default.",
        examples=[256],
    ),
]
Concurrency = Annotated[
    float,
    Meta(
        ge=1,
        le=1e7,
        description="Constant number of requests in flight over the whole deployment, as in"
        " benchmarks [count]. Default: as many as memory, the engine and the SLO allow.",
    ),
]
ArrivalRate = Annotated[
    float,
    Meta(
        ge=1e-6,
        le=1e9,
        description="Requests that arrive at random over the whole deployment, instead of a"
        " concurrency. They must be fewer than it sustains. Their share of that is the"
        " utilization_fraction.",
        examples=[5],
    ),
]
AudioSeconds = Annotated[
    float,
    Meta(
        ge=0.1,
        le=1e6,
        description="Mean length of a recording that a request writes down [seconds], of models"
        " of speech.",
        examples=[30],
    ),
]
InferenceSteps = Annotated[
    int,
    Meta(
        ge=1,
        le=1000,
        description="Denoising steps of an image that a request makes (num_inference_steps), of"
        " models that make images [count]. Default: as measured.",
        examples=[30],
    ),
]
AsksBatchTier = Annotated[
    bool,
    Meta(
        description="Whether the answer has the batch tier: what batch work costs that fills what"
        " interactive work leaves of the devices, and what interactive work costs then."
    ),
]
ImageCount = Annotated[
    float,
    Meta(
        ge=0,
        le=10_000,
        description="Mean images per request, which the model reads beside its input_tokens"
        " [count]. Their size says how many tokens each becomes.",
        examples=[2],
    ),
]
ImageWidth = Annotated[
    int, Meta(ge=1, le=100_000, description="Width of an image [pixels].", examples=[1280])
]
ImageHeight = Annotated[
    int, Meta(ge=1, le=100_000, description="Height of an image [pixels].", examples=[720])
]
TtftSeconds = Annotated[
    float, Meta(ge=1e-6, le=86400, description="Upper limit of the time to first token [seconds].")
]
TpotSeconds = Annotated[
    float, Meta(ge=1e-6, le=3600, description="Upper limit of the time per output token [seconds].")
]
UtilizationFraction = Annotated[
    float,
    Meta(
        ge=1e-4,
        le=1,
        description="Used share of the throughput [fraction]. Unused throughput is charged"
        " as idle. The value follows from load.requests_per_second if that is given."
        " Default: what services of this workload use.",
    ),
]
