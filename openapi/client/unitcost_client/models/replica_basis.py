from typing import Literal, cast

ReplicaBasis = Literal["given", "measured", "modelled"]

REPLICA_BASIS_VALUES: set[ReplicaBasis] = {
    "given",
    "measured",
    "modelled",
}


def check_replica_basis(value: str) -> ReplicaBasis:
    """The value, although it may be one that a newer service has added."""
    return cast(ReplicaBasis, value)
