from http import HTTPStatus
from typing import Any, cast

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.price_page import PricePage
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    search: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    offset: int | Unset = UNSET,
    catalog: str | Unset = UNSET,
    provider: str | Unset = UNSET,
    region: str | Unset = UNSET,
    instance_type: str | Unset = UNSET,
    option: str | Unset = UNSET,
    device: str | Unset = UNSET,
    accelerator: str | Unset = UNSET,
    date_quality: str | Unset = UNSET,
    confidence: str | Unset = UNSET,
    as_of: str | Unset = UNSET,
    modelled: bool | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["search"] = search

    params["limit"] = limit

    params["offset"] = offset

    params["catalog"] = catalog

    params["provider"] = provider

    params["region"] = region

    params["instance_type"] = instance_type

    params["option"] = option

    params["device"] = device

    params["accelerator"] = accelerator

    params["date_quality"] = date_quality

    params["confidence"] = confidence

    params["as_of"] = as_of

    params["modelled"] = modelled

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/catalog/prices",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | PricePage | Problem | None:
    if response.status_code == 200:
        response_200 = PricePage.from_dict(response.json())

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
) -> Response[Any | PricePage | Problem]:
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
    provider: str | Unset = UNSET,
    region: str | Unset = UNSET,
    instance_type: str | Unset = UNSET,
    option: str | Unset = UNSET,
    device: str | Unset = UNSET,
    accelerator: str | Unset = UNSET,
    date_quality: str | Unset = UNSET,
    confidence: str | Unset = UNSET,
    as_of: str | Unset = UNSET,
    modelled: bool | Unset = UNSET,
) -> Response[Any | PricePage | Problem]:
    """The prices of the catalogue

     Prices with their days. `as_of` keeps the prices of one day. Rows without a `device` are not
    modelled, and no quote uses them.

    Args:
        search (str | Unset):
        limit (int | Unset):
        offset (int | Unset):
        catalog (str | Unset):
        provider (str | Unset):
        region (str | Unset):
        instance_type (str | Unset):
        option (str | Unset):
        device (str | Unset):
        accelerator (str | Unset):
        date_quality (str | Unset):
        confidence (str | Unset):
        as_of (str | Unset):
        modelled (bool | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | PricePage | Problem]
    """

    kwargs = _get_kwargs(
        search=search,
        limit=limit,
        offset=offset,
        catalog=catalog,
        provider=provider,
        region=region,
        instance_type=instance_type,
        option=option,
        device=device,
        accelerator=accelerator,
        date_quality=date_quality,
        confidence=confidence,
        as_of=as_of,
        modelled=modelled,
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
    provider: str | Unset = UNSET,
    region: str | Unset = UNSET,
    instance_type: str | Unset = UNSET,
    option: str | Unset = UNSET,
    device: str | Unset = UNSET,
    accelerator: str | Unset = UNSET,
    date_quality: str | Unset = UNSET,
    confidence: str | Unset = UNSET,
    as_of: str | Unset = UNSET,
    modelled: bool | Unset = UNSET,
) -> Any | PricePage | Problem | None:
    """The prices of the catalogue

     Prices with their days. `as_of` keeps the prices of one day. Rows without a `device` are not
    modelled, and no quote uses them.

    Args:
        search (str | Unset):
        limit (int | Unset):
        offset (int | Unset):
        catalog (str | Unset):
        provider (str | Unset):
        region (str | Unset):
        instance_type (str | Unset):
        option (str | Unset):
        device (str | Unset):
        accelerator (str | Unset):
        date_quality (str | Unset):
        confidence (str | Unset):
        as_of (str | Unset):
        modelled (bool | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | PricePage | Problem
    """

    return sync_detailed(
        client=client,
        search=search,
        limit=limit,
        offset=offset,
        catalog=catalog,
        provider=provider,
        region=region,
        instance_type=instance_type,
        option=option,
        device=device,
        accelerator=accelerator,
        date_quality=date_quality,
        confidence=confidence,
        as_of=as_of,
        modelled=modelled,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    search: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    offset: int | Unset = UNSET,
    catalog: str | Unset = UNSET,
    provider: str | Unset = UNSET,
    region: str | Unset = UNSET,
    instance_type: str | Unset = UNSET,
    option: str | Unset = UNSET,
    device: str | Unset = UNSET,
    accelerator: str | Unset = UNSET,
    date_quality: str | Unset = UNSET,
    confidence: str | Unset = UNSET,
    as_of: str | Unset = UNSET,
    modelled: bool | Unset = UNSET,
) -> Response[Any | PricePage | Problem]:
    """The prices of the catalogue

     Prices with their days. `as_of` keeps the prices of one day. Rows without a `device` are not
    modelled, and no quote uses them.

    Args:
        search (str | Unset):
        limit (int | Unset):
        offset (int | Unset):
        catalog (str | Unset):
        provider (str | Unset):
        region (str | Unset):
        instance_type (str | Unset):
        option (str | Unset):
        device (str | Unset):
        accelerator (str | Unset):
        date_quality (str | Unset):
        confidence (str | Unset):
        as_of (str | Unset):
        modelled (bool | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | PricePage | Problem]
    """

    kwargs = _get_kwargs(
        search=search,
        limit=limit,
        offset=offset,
        catalog=catalog,
        provider=provider,
        region=region,
        instance_type=instance_type,
        option=option,
        device=device,
        accelerator=accelerator,
        date_quality=date_quality,
        confidence=confidence,
        as_of=as_of,
        modelled=modelled,
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
    provider: str | Unset = UNSET,
    region: str | Unset = UNSET,
    instance_type: str | Unset = UNSET,
    option: str | Unset = UNSET,
    device: str | Unset = UNSET,
    accelerator: str | Unset = UNSET,
    date_quality: str | Unset = UNSET,
    confidence: str | Unset = UNSET,
    as_of: str | Unset = UNSET,
    modelled: bool | Unset = UNSET,
) -> Any | PricePage | Problem | None:
    """The prices of the catalogue

     Prices with their days. `as_of` keeps the prices of one day. Rows without a `device` are not
    modelled, and no quote uses them.

    Args:
        search (str | Unset):
        limit (int | Unset):
        offset (int | Unset):
        catalog (str | Unset):
        provider (str | Unset):
        region (str | Unset):
        instance_type (str | Unset):
        option (str | Unset):
        device (str | Unset):
        accelerator (str | Unset):
        date_quality (str | Unset):
        confidence (str | Unset):
        as_of (str | Unset):
        modelled (bool | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | PricePage | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            search=search,
            limit=limit,
            offset=offset,
            catalog=catalog,
            provider=provider,
            region=region,
            instance_type=instance_type,
            option=option,
            device=device,
            accelerator=accelerator,
            date_quality=date_quality,
            confidence=confidence,
            as_of=as_of,
            modelled=modelled,
        )
    ).parsed
