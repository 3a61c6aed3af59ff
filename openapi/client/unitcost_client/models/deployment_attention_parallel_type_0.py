from typing import Literal

DeploymentAttentionParallelType0 = Literal["data", "tensor"]

DEPLOYMENT_ATTENTION_PARALLEL_TYPE_0_VALUES: set[DeploymentAttentionParallelType0] = {
    "data",
    "tensor",
}


def check_deployment_attention_parallel_type_0(value: str) -> DeploymentAttentionParallelType0:
    if value in DEPLOYMENT_ATTENTION_PARALLEL_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {DEPLOYMENT_ATTENTION_PARALLEL_TYPE_0_VALUES!r}"
    )
