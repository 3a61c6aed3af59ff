from typing import Literal

ReplicaBasis = Literal["given", "measured", "modelled"]

REPLICA_BASIS_VALUES: set[ReplicaBasis] = {
    "given",
    "measured",
    "modelled",
}


def check_replica_basis(value: str) -> ReplicaBasis:
    if value in REPLICA_BASIS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {REPLICA_BASIS_VALUES!r}")
