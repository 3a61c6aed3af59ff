from http import HTTPStatus
from typing import Any, cast

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.change_page import ChangePage
from ...models.list_changes_change import ListChangesChange
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    search: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    offset: int | Unset = UNSET,
    from_: str,
    to: str | Unset = UNSET,
    table: str | Unset = UNSET,
    provider: str | Unset = UNSET,
    device: str | Unset = UNSET,
    change: ListChangesChange | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["search"] = search

    params["limit"] = limit

    params["offset"] = offset

    params["from"] = from_

    params["to"] = to

    params["table"] = table

    params["provider"] = provider

    params["device"] = device

    json_change: str | Unset = UNSET
    if not isinstance(change, Unset):
        json_change = change

    params["change"] = json_change

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/catalog/changes",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | ChangePage | Problem | None:
    if response.status_code == 200:
        response_200 = ChangePage.from_dict(response.json())

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
) -> Response[Any | ChangePage | Problem]:
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
    from_: str,
    to: str | Unset = UNSET,
    table: str | Unset = UNSET,
    provider: str | Unset = UNSET,
    device: str | Unset = UNSET,
    change: ListChangesChange | Unset = UNSET,
) -> Response[Any | ChangePage | Problem]:
    """The changes of the catalogue

     What changed between two releases or overlays: rows added, removed, ended and changed, and by how
    much, with counts by table and provider.

    Args:
        search (str | Unset):
        limit (int | Unset):
        offset (int | Unset):
        from_ (str):
        to (str | Unset):
        table (str | Unset):
        provider (str | Unset):
        device (str | Unset):
        change (ListChangesChange | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | ChangePage | Problem]
    """

    kwargs = _get_kwargs(
        search=search,
        limit=limit,
        offset=offset,
        from_=from_,
        to=to,
        table=table,
        provider=provider,
        device=device,
        change=change,
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
    from_: str,
    to: str | Unset = UNSET,
    table: str | Unset = UNSET,
    provider: str | Unset = UNSET,
    device: str | Unset = UNSET,
    change: ListChangesChange | Unset = UNSET,
) -> Any | ChangePage | Problem | None:
    """The changes of the catalogue

     What changed between two releases or overlays: rows added, removed, ended and changed, and by how
    much, with counts by table and provider.

    Args:
        search (str | Unset):
        limit (int | Unset):
        offset (int | Unset):
        from_ (str):
        to (str | Unset):
        table (str | Unset):
        provider (str | Unset):
        device (str | Unset):
        change (ListChangesChange | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | ChangePage | Problem
    """

    return sync_detailed(
        client=client,
        search=search,
        limit=limit,
        offset=offset,
        from_=from_,
        to=to,
        table=table,
        provider=provider,
        device=device,
        change=change,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    search: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    offset: int | Unset = UNSET,
    from_: str,
    to: str | Unset = UNSET,
    table: str | Unset = UNSET,
    provider: str | Unset = UNSET,
    device: str | Unset = UNSET,
    change: ListChangesChange | Unset = UNSET,
) -> Response[Any | ChangePage | Problem]:
    """The changes of the catalogue

     What changed between two releases or overlays: rows added, removed, ended and changed, and by how
    much, with counts by table and provider.

    Args:
        search (str | Unset):
        limit (int | Unset):
        offset (int | Unset):
        from_ (str):
        to (str | Unset):
        table (str | Unset):
        provider (str | Unset):
        device (str | Unset):
        change (ListChangesChange | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | ChangePage | Problem]
    """

    kwargs = _get_kwargs(
        search=search,
        limit=limit,
        offset=offset,
        from_=from_,
        to=to,
        table=table,
        provider=provider,
        device=device,
        change=change,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    search: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    offset: int | Unset = UNSET,
    from_: str,
    to: str | Unset = UNSET,
    table: str | Unset = UNSET,
    provider: str | Unset = UNSET,
    device: str | Unset = UNSET,
    change: ListChangesChange | Unset = UNSET,
) -> Any | ChangePage | Problem | None:
    """The changes of the catalogue

     What changed between two releases or overlays: rows added, removed, ended and changed, and by how
    much, with counts by table and provider.

    Args:
        search (str | Unset):
        limit (int | Unset):
        offset (int | Unset):
        from_ (str):
        to (str | Unset):
        table (str | Unset):
        provider (str | Unset):
        device (str | Unset):
        change (ListChangesChange | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | ChangePage | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            search=search,
            limit=limit,
            offset=offset,
            from_=from_,
            to=to,
            table=table,
            provider=provider,
            device=device,
            change=change,
        )
    ).parsed
