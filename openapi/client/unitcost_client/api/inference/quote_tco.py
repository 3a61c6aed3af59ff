from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.problem import Problem
from ...models.tco_answer import TcoAnswer
from ...models.tco_query import TcoQuery
from ...types import Response


def _get_kwargs(
    *,
    body: TcoQuery,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/inference/tco",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Problem | TcoAnswer | None:
    if response.status_code == 200:
        response_200 = TcoAnswer.from_dict(response.json())

        return response_200

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

    if response.status_code == 413:
        response_413 = Problem.from_dict(response.json())

        return response_413

    if response.status_code == 414:
        response_414 = Problem.from_dict(response.json())

        return response_414

    if response.status_code == 415:
        response_415 = Problem.from_dict(response.json())

        return response_415

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
) -> Response[Problem | TcoAnswer]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: TcoQuery,
) -> Response[Problem | TcoAnswer]:
    """Cost of a service, month by month

     Replicas follow the load hour by hour. The answer has their cost in every month under a purchase
    plan, in line items that add up; waiting times; totals, net present cost, years and fiscal years;
    the cost of the same requests at an API or on other deployments, with break-even month, load and
    curve; and percentiles. With `Accept: image/svg+xml` or `image/png`, the months are drawn as a
    chart. The profiles `years`, `cash`, `plans` and `drivers` (`image/png; profile=cash`) draw fiscal
    years, payments, a bar for each alternative, and what moves the total.

    Args:
        body (TcoQuery): A query for the monthly cost of a service. The `deployment` is one of its
            replicas.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | TcoAnswer]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    body: TcoQuery,
) -> Problem | TcoAnswer | None:
    """Cost of a service, month by month

     Replicas follow the load hour by hour. The answer has their cost in every month under a purchase
    plan, in line items that add up; waiting times; totals, net present cost, years and fiscal years;
    the cost of the same requests at an API or on other deployments, with break-even month, load and
    curve; and percentiles. With `Accept: image/svg+xml` or `image/png`, the months are drawn as a
    chart. The profiles `years`, `cash`, `plans` and `drivers` (`image/png; profile=cash`) draw fiscal
    years, payments, a bar for each alternative, and what moves the total.

    Args:
        body (TcoQuery): A query for the monthly cost of a service. The `deployment` is one of its
            replicas.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | TcoAnswer
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: TcoQuery,
) -> Response[Problem | TcoAnswer]:
    """Cost of a service, month by month

     Replicas follow the load hour by hour. The answer has their cost in every month under a purchase
    plan, in line items that add up; waiting times; totals, net present cost, years and fiscal years;
    the cost of the same requests at an API or on other deployments, with break-even month, load and
    curve; and percentiles. With `Accept: image/svg+xml` or `image/png`, the months are drawn as a
    chart. The profiles `years`, `cash`, `plans` and `drivers` (`image/png; profile=cash`) draw fiscal
    years, payments, a bar for each alternative, and what moves the total.

    Args:
        body (TcoQuery): A query for the monthly cost of a service. The `deployment` is one of its
            replicas.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | TcoAnswer]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: TcoQuery,
) -> Problem | TcoAnswer | None:
    """Cost of a service, month by month

     Replicas follow the load hour by hour. The answer has their cost in every month under a purchase
    plan, in line items that add up; waiting times; totals, net present cost, years and fiscal years;
    the cost of the same requests at an API or on other deployments, with break-even month, load and
    curve; and percentiles. With `Accept: image/svg+xml` or `image/png`, the months are drawn as a
    chart. The profiles `years`, `cash`, `plans` and `drivers` (`image/png; profile=cash`) draw fiscal
    years, payments, a bar for each alternative, and what moves the total.

    Args:
        body (TcoQuery): A query for the monthly cost of a service. The `deployment` is one of its
            replicas.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | TcoAnswer
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
