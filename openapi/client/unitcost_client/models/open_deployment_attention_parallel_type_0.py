from typing import Literal

OpenDeploymentAttentionParallelType0 = Literal["data", "tensor"]

OPEN_DEPLOYMENT_ATTENTION_PARALLEL_TYPE_0_VALUES: set[OpenDeploymentAttentionParallelType0] = {
    "data",
    "tensor",
}


def check_open_deployment_attention_parallel_type_0(
    value: str,
) -> OpenDeploymentAttentionParallelType0:
    if value in OPEN_DEPLOYMENT_ATTENTION_PARALLEL_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {OPEN_DEPLOYMENT_ATTENTION_PARALLEL_TYPE_0_VALUES!r}"
    )
