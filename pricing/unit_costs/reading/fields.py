"""The fields of a load that is only read."""

from typing import Annotated

from msgspec import Meta

Documents = Annotated[
    int,
    Meta(
        ge=1,
        le=1_000_000,
        description="Texts of a request that are read apart and share its input_tokens: the inputs"
        " of an embedding call, the pairs of query and document of a reranker [count]. With"
        " output_tokens 0.",
        examples=[32],
    ),
]
