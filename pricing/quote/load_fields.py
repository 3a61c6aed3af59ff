"""What a query says of a request and of the requests at once."""

from typing import Annotated

from pricing.quote.messages import said

InputTokens = Annotated[
    float,
    said("Mean input tokens per request, without those of images.", ge=0, le=1e8, examples=[1024]),
]
OutputTokens = Annotated[
    float,
    said(
        "Mean output tokens per request: 1 or more, or 0 for requests that are only"
        " read (embeddings, rerankers, classifiers). Models made for these have 0 by default.",
        ge=0,
        le=1e8,
        examples=[256],
    ),
]
Concurrency = Annotated[
    float,
    said(
        "Constant number of requests in flight over the whole deployment, as in"
        " benchmarks [count]. Default: as many as memory, the engine and the SLO allow.",
        ge=1,
        le=1e7,
    ),
]
ArrivalRate = Annotated[
    float,
    said(
        "Requests that arrive at random over the whole deployment, instead of a concurrency. They"
        " must be fewer than it sustains. Their share of that is the utilization_fraction.",
        ge=1e-6,
        le=1e9,
        examples=[5],
    ),
]
AudioSeconds = Annotated[
    float,
    said(
        "Mean length of a recording that a request writes down [seconds], of models of speech.",
        ge=0.1,
        le=1e6,
        examples=[30],
    ),
]
InferenceSteps = Annotated[
    int,
    said(
        "Denoising steps of an image that a request makes (num_inference_steps), of"
        " models that make images [count]. Default: as measured.",
        ge=1,
        le=1000,
        examples=[30],
    ),
]
AsksBatchTier = Annotated[
    bool,
    said(
        "Whether the answer has the batch tier: what batch work costs that fills what"
        " interactive work leaves of the devices, and what interactive work costs then."
    ),
]
ImageCount = Annotated[
    float,
    said(
        "Mean images per request, which the model reads beside its input_tokens"
        " [count]. Their size says how many tokens each becomes.",
        ge=0,
        le=10_000,
        examples=[2],
    ),
]
ImageWidth = Annotated[int, said("Width of an image [pixels].", ge=1, le=100_000, examples=[1280])]
ImageHeight = Annotated[int, said("Height of an image [pixels].", ge=1, le=100_000, examples=[720])]
TtftSeconds = Annotated[
    float, said("Upper limit of the time to first token [seconds].", ge=1e-6, le=86400)
]
TpotSeconds = Annotated[
    float, said("Upper limit of the time per output token [seconds].", ge=1e-6, le=3600)
]
UtilizationFraction = Annotated[
    float,
    said(
        "Used share of the throughput [fraction]. Unused throughput is charged"
        " as idle. The value follows from load.requests_per_second if that is given."
        " Default: what services of this workload use.",
        ge=1e-4,
        le=1,
    ),
]


Documents = Annotated[
    int,
    said(
        "Texts of a request that are read apart and share its input_tokens: the inputs"
        " of an embedding call, the pairs of query and document of a reranker [count]. With"
        " output_tokens 0.",
        ge=1,
        le=1_000_000,
        examples=[32],
    ),
]
