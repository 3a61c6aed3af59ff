from http import HTTPStatus
from typing import Any, cast

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.list_measurements_kind import (
    ListMeasurementsKind,
)
from ...models.measurement_page import MeasurementPage
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    search: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    offset: int | Unset = UNSET,
    catalog: str | Unset = UNSET,
    kind: ListMeasurementsKind | Unset = UNSET,
    id: str | Unset = UNSET,
    device: str | Unset = UNSET,
    model: str | Unset = UNSET,
    precision: str | Unset = UNSET,
    confidence: str | Unset = UNSET,
    engine: str | Unset = UNSET,
    scenario: str | Unset = UNSET,
    regime: str | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["search"] = search

    params["limit"] = limit

    params["offset"] = offset

    params["catalog"] = catalog

    json_kind: str | Unset = UNSET
    if not isinstance(kind, Unset):
        json_kind = kind

    params["kind"] = json_kind

    params["id"] = id

    params["device"] = device

    params["model"] = model

    params["precision"] = precision

    params["confidence"] = confidence

    params["engine"] = engine

    params["scenario"] = scenario

    params["regime"] = regime

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/catalog/measurements",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | MeasurementPage | Problem | None:
    if response.status_code == 200:
        response_200 = MeasurementPage.from_dict(response.json())

        return response_200

    if response.status_code == 304:
        response_304 = cast(Any, None)
        return response_304

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())

        return response_400

    if response.status_code == 401:
        response_401 = Problem.from_dict(response.json())

        return response_401

    if response.status_code == 403:
        response_403 = Problem.from_dict(response.json())

        return response_403

    if response.status_code == 404:
        response_404 = Problem.from_dict(response.json())

        return response_404

    if response.status_code == 405:
        response_405 = Problem.from_dict(response.json())

        return response_405

    if response.status_code == 406:
        response_406 = Problem.from_dict(response.json())

        return response_406

    if response.status_code == 408:
        response_408 = Problem.from_dict(response.json())

        return response_408

    if response.status_code == 414:
        response_414 = Problem.from_dict(response.json())

        return response_414

    if response.status_code == 422:
        response_422 = Problem.from_dict(response.json())

        return response_422

    if response.status_code == 429:
        response_429 = Problem.from_dict(response.json())

        return response_429

    if response.status_code == 431:
        response_431 = Problem.from_dict(response.json())

        return response_431

    if response.status_code == 500:
        response_500 = Problem.from_dict(response.json())

        return response_500

    if response.status_code == 503:
        response_503 = Problem.from_dict(response.json())

        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Any | MeasurementPage | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    search: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    offset: int | Unset = UNSET,
    catalog: str | Unset = UNSET,
    kind: ListMeasurementsKind | Unset = UNSET,
    id: str | Unset = UNSET,
    device: str | Unset = UNSET,
    model: str | Unset = UNSET,
    precision: str | Unset = UNSET,
    confidence: str | Unset = UNSET,
    engine: str | Unset = UNSET,
    scenario: str | Unset = UNSET,
    regime: str | Unset = UNSET,
) -> Response[Any | MeasurementPage | Problem]:
    """The measurements of the catalogue

     Published measurements of inference. With `kind=training`: published training runs.

    Args:
        search (str | Unset):
        limit (int | Unset):
        offset (int | Unset):
        catalog (str | Unset):
        kind (ListMeasurementsKind | Unset):
        id (str | Unset):
        device (str | Unset):
        model (str | Unset):
        precision (str | Unset):
        confidence (str | Unset):
        engine (str | Unset):
        scenario (str | Unset):
        regime (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | MeasurementPage | Problem]
    """

    kwargs = _get_kwargs(
        search=search,
        limit=limit,
        offset=offset,
        catalog=catalog,
        kind=kind,
        id=id,
        device=device,
        model=model,
        precision=precision,
        confidence=confidence,
        engine=engine,
        scenario=scenario,
        regime=regime,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    search: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    offset: int | Unset = UNSET,
    catalog: str | Unset = UNSET,
    kind: ListMeasurementsKind | Unset = UNSET,
    id: str | Unset = UNSET,
    device: str | Unset = UNSET,
    model: str | Unset = UNSET,
    precision: str | Unset = UNSET,
    confidence: str | Unset = UNSET,
    engine: str | Unset = UNSET,
    scenario: str | Unset = UNSET,
    regime: str | Unset = UNSET,
) -> Any | MeasurementPage | Problem | None:
    """The measurements of the catalogue

     Published measurements of inference. With `kind=training`: published training runs.

    Args:
        search (str | Unset):
        limit (int | Unset):
        offset (int | Unset):
        catalog (str | Unset):
        kind (ListMeasurementsKind | Unset):
        id (str | Unset):
        device (str | Unset):
        model (str | Unset):
        precision (str | Unset):
        confidence (str | Unset):
        engine (str | Unset):
        scenario (str | Unset):
        regime (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | MeasurementPage | Problem
    """

    return sync_detailed(
        client=client,
        search=search,
        limit=limit,
        offset=offset,
        catalog=catalog,
        kind=kind,
        id=id,
        device=device,
        model=model,
        precision=precision,
        confidence=confidence,
        engine=engine,
        scenario=scenario,
        regime=regime,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    search: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    offset: int | Unset = UNSET,
    catalog: str | Unset = UNSET,
    kind: ListMeasurementsKind | Unset = UNSET,
    id: str | Unset = UNSET,
    device: str | Unset = UNSET,
    model: str | Unset = UNSET,
    precision: str | Unset = UNSET,
    confidence: str | Unset = UNSET,
    engine: str | Unset = UNSET,
    scenario: str | Unset = UNSET,
    regime: str | Unset = UNSET,
) -> Response[Any | MeasurementPage | Problem]:
    """The measurements of the catalogue

     Published measurements of inference. With `kind=training`: published training runs.

    Args:
        search (str | Unset):
        limit (int | Unset):
        offset (int | Unset):
        catalog (str | Unset):
        kind (ListMeasurementsKind | Unset):
        id (str | Unset):
        device (str | Unset):
        model (str | Unset):
        precision (str | Unset):
        confidence (str | Unset):
        engine (str | Unset):
        scenario (str | Unset):
        regime (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | MeasurementPage | Problem]
    """

    kwargs = _get_kwargs(
        search=search,
        limit=limit,
        offset=offset,
        catalog=catalog,
        kind=kind,
        id=id,
        device=device,
        model=model,
        precision=precision,
        confidence=confidence,
        engine=engine,
        scenario=scenario,
        regime=regime,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    search: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    offset: int | Unset = UNSET,
    catalog: str | Unset = UNSET,
    kind: ListMeasurementsKind | Unset = UNSET,
    id: str | Unset = UNSET,
    device: str | Unset = UNSET,
    model: str | Unset = UNSET,
    precision: str | Unset = UNSET,
    confidence: str | Unset = UNSET,
    engine: str | Unset = UNSET,
    scenario: str | Unset = UNSET,
    regime: str | Unset = UNSET,
) -> Any | MeasurementPage | Problem | None:
    """The measurements of the catalogue

     Published measurements of inference. With `kind=training`: published training runs.

    Args:
        search (str | Unset):
        limit (int | Unset):
        offset (int | Unset):
        catalog (str | Unset):
        kind (ListMeasurementsKind | Unset):
        id (str | Unset):
        device (str | Unset):
        model (str | Unset):
        precision (str | Unset):
        confidence (str | Unset):
        engine (str | Unset):
        scenario (str | Unset):
        regime (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | MeasurementPage | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            search=search,
            limit=limit,
            offset=offset,
            catalog=catalog,
            kind=kind,
            id=id,
            device=device,
            model=model,
            precision=precision,
            confidence=confidence,
            engine=engine,
            scenario=scenario,
            regime=regime,
        )
    ).parsed
