from http import HTTPStatus
from typing import Any, cast

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.asked import Asked
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    q: str,
    catalog: str | Unset = UNSET,
    as_of: str | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["q"] = q

    params["catalog"] = catalog

    params["as_of"] = as_of

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/ask",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | Asked | Problem | None:
    if response.status_code == 200:
        response_200 = Asked.from_dict(response.json())

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
) -> Response[Any | Asked | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    q: str,
    catalog: str | Unset = UNSET,
    as_of: str | Unset = UNSET,
) -> Response[Any | Asked | Problem]:
    """A question in words

     Reads a question as people type it, by a fixed grammar: models, devices, instance types, counts,
    loads, providers, places, ways of buying, training, months, days, `vs`, prices of APIs. The answer
    says first how it was read, what was not read, and what was assumed. `question` is the same question
    as a request. A question that lacks something is refused with what to ask next. `format=svg` and
    `format=png` draw the cost of a service by the month.

    Args:
        q (str):
        catalog (str | Unset):
        as_of (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Asked | Problem]
    """

    kwargs = _get_kwargs(
        q=q,
        catalog=catalog,
        as_of=as_of,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    q: str,
    catalog: str | Unset = UNSET,
    as_of: str | Unset = UNSET,
) -> Any | Asked | Problem | None:
    """A question in words

     Reads a question as people type it, by a fixed grammar: models, devices, instance types, counts,
    loads, providers, places, ways of buying, training, months, days, `vs`, prices of APIs. The answer
    says first how it was read, what was not read, and what was assumed. `question` is the same question
    as a request. A question that lacks something is refused with what to ask next. `format=svg` and
    `format=png` draw the cost of a service by the month.

    Args:
        q (str):
        catalog (str | Unset):
        as_of (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Asked | Problem
    """

    return sync_detailed(
        client=client,
        q=q,
        catalog=catalog,
        as_of=as_of,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    q: str,
    catalog: str | Unset = UNSET,
    as_of: str | Unset = UNSET,
) -> Response[Any | Asked | Problem]:
    """A question in words

     Reads a question as people type it, by a fixed grammar: models, devices, instance types, counts,
    loads, providers, places, ways of buying, training, months, days, `vs`, prices of APIs. The answer
    says first how it was read, what was not read, and what was assumed. `question` is the same question
    as a request. A question that lacks something is refused with what to ask next. `format=svg` and
    `format=png` draw the cost of a service by the month.

    Args:
        q (str):
        catalog (str | Unset):
        as_of (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Asked | Problem]
    """

    kwargs = _get_kwargs(
        q=q,
        catalog=catalog,
        as_of=as_of,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    q: str,
    catalog: str | Unset = UNSET,
    as_of: str | Unset = UNSET,
) -> Any | Asked | Problem | None:
    """A question in words

     Reads a question as people type it, by a fixed grammar: models, devices, instance types, counts,
    loads, providers, places, ways of buying, training, months, days, `vs`, prices of APIs. The answer
    says first how it was read, what was not read, and what was assumed. `question` is the same question
    as a request. A question that lacks something is refused with what to ask next. `format=svg` and
    `format=png` draw the cost of a service by the month.

    Args:
        q (str):
        catalog (str | Unset):
        as_of (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Asked | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            q=q,
            catalog=catalog,
            as_of=as_of,
        )
    ).parsed
