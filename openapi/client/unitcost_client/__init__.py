"""A client library for accessing Unitcost"""

from .face import (
    AsyncClient,
    AsyncRows,
    Client,
    NoAnswer,
    Patience,
    Rows,
    UnitcostError,
    UnitcostProblem,
    UnreadableAnswer,
)
from .face.version import VERSION as __version__

__all__ = (
    "AsyncClient",
    "AsyncRows",
    "Client",
    "NoAnswer",
    "Patience",
    "Rows",
    "UnitcostError",
    "UnitcostProblem",
    "UnreadableAnswer",
    "__version__",
)
