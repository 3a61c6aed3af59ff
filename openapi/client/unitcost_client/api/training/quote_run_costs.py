from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.problem import Problem
from ...models.run_cost_answer import RunCostAnswer
from ...models.run_cost_query import RunCostQuery
from ...types import Response


def _get_kwargs(
    *,
    body: RunCostQuery,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/training/run-costs",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Problem | RunCostAnswer | None:
    if response.status_code == 200:
        response_200 = RunCostAnswer.from_dict(response.json())

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
) -> Response[Problem | RunCostAnswer]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: RunCostQuery,
) -> Response[Problem | RunCostAnswer]:
    """Cost of a training run for each way of buying its capacity

     Compute, memory, expected hours with checkpoints, failures and restarts, and the cost of the run for
    every purchase, with line items. An option without a price is estimated and marked, or listed under
    `unavailable`. With `Accept: image/svg+xml` or `image/png`, the ways of buying are drawn as bars;
    with `profile=drivers`, what moves the cost.

    Args:
        body (RunCostQuery): A query for the cost of one training run under each purchase of its
            capacity.

            The work is given in one form: tokens, steps of a batch, or samples.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | RunCostAnswer]
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
    body: RunCostQuery,
) -> Problem | RunCostAnswer | None:
    """Cost of a training run for each way of buying its capacity

     Compute, memory, expected hours with checkpoints, failures and restarts, and the cost of the run for
    every purchase, with line items. An option without a price is estimated and marked, or listed under
    `unavailable`. With `Accept: image/svg+xml` or `image/png`, the ways of buying are drawn as bars;
    with `profile=drivers`, what moves the cost.

    Args:
        body (RunCostQuery): A query for the cost of one training run under each purchase of its
            capacity.

            The work is given in one form: tokens, steps of a batch, or samples.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | RunCostAnswer
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: RunCostQuery,
) -> Response[Problem | RunCostAnswer]:
    """Cost of a training run for each way of buying its capacity

     Compute, memory, expected hours with checkpoints, failures and restarts, and the cost of the run for
    every purchase, with line items. An option without a price is estimated and marked, or listed under
    `unavailable`. With `Accept: image/svg+xml` or `image/png`, the ways of buying are drawn as bars;
    with `profile=drivers`, what moves the cost.

    Args:
        body (RunCostQuery): A query for the cost of one training run under each purchase of its
            capacity.

            The work is given in one form: tokens, steps of a batch, or samples.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | RunCostAnswer]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: RunCostQuery,
) -> Problem | RunCostAnswer | None:
    """Cost of a training run for each way of buying its capacity

     Compute, memory, expected hours with checkpoints, failures and restarts, and the cost of the run for
    every purchase, with line items. An option without a price is estimated and marked, or listed under
    `unavailable`. With `Accept: image/svg+xml` or `image/png`, the ways of buying are drawn as bars;
    with `profile=drivers`, what moves the cost.

    Args:
        body (RunCostQuery): A query for the cost of one training run under each purchase of its
            capacity.

            The work is given in one form: tokens, steps of a batch, or samples.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | RunCostAnswer
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
