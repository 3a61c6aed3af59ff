from typing import Literal, cast

ReplicaPoolPhase = Literal["decode", "prefill"]

REPLICA_POOL_PHASE_VALUES: set[ReplicaPoolPhase] = {
    "decode",
    "prefill",
}


def check_replica_pool_phase(value: str) -> ReplicaPoolPhase:
    """The value, although it may be one that a newer service has added."""
    return cast(ReplicaPoolPhase, value)
