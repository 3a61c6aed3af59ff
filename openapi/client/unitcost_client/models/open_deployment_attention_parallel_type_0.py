from typing import Literal, cast

OpenDeploymentAttentionParallelType0 = Literal["data", "tensor"]

OPEN_DEPLOYMENT_ATTENTION_PARALLEL_TYPE_0_VALUES: set[OpenDeploymentAttentionParallelType0] = {
    "data",
    "tensor",
}


def check_open_deployment_attention_parallel_type_0(
    value: str,
) -> OpenDeploymentAttentionParallelType0:
    """The value, although it may be one that a newer service has added."""
    return cast(OpenDeploymentAttentionParallelType0, value)
