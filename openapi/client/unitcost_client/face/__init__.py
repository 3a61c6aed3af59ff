"""The client as people call it: questions by keywords, typed answers, exceptions and retries."""

from unitcost_client.face.client import Client
from unitcost_client.face.client_async import AsyncClient
from unitcost_client.face.errors import (
    NoAnswer,
    UnitcostError,
    UnitcostProblem,
    UnreadableAnswer,
)
from unitcost_client.face.pages import AsyncRows, Rows
from unitcost_client.face.patience import Patience

__all__ = [
    "AsyncClient",
    "AsyncRows",
    "Client",
    "NoAnswer",
    "Patience",
    "Rows",
    "UnitcostError",
    "UnitcostProblem",
    "UnreadableAnswer",
]
