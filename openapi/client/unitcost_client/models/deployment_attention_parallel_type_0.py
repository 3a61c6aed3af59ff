from typing import Literal, cast

DeploymentAttentionParallelType0 = Literal["data", "tensor"]

DEPLOYMENT_ATTENTION_PARALLEL_TYPE_0_VALUES: set[DeploymentAttentionParallelType0] = {
    "data",
    "tensor",
}


def check_deployment_attention_parallel_type_0(value: str) -> DeploymentAttentionParallelType0:
    """The value, although it may be one that a newer service has added."""
    return cast(DeploymentAttentionParallelType0, value)
