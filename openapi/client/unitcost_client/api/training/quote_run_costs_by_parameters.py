from http import HTTPStatus
from typing import Any, cast

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.problem import Problem
from ...models.quote_run_costs_by_parameters_method import (
    QuoteRunCostsByParametersMethod,
)
from ...models.quote_run_costs_by_parameters_option import (
    QuoteRunCostsByParametersOption,
)
from ...models.quote_run_costs_by_parameters_recompute import (
    QuoteRunCostsByParametersRecompute,
)
from ...models.run_cost_answer import RunCostAnswer
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    currency: str | Unset = UNSET,
    usd_per_currency_unit: float | Unset = UNSET,
    model: str,
    device: str,
    device_count: int | Unset = UNSET,
    precision: str | Unset = UNSET,
    provider: str | Unset = UNSET,
    region: str | Unset = UNSET,
    labels: str | Unset = UNSET,
    drivers: bool | Unset = UNSET,
    as_of: str | Unset = UNSET,
    catalog: str | Unset = UNSET,
    tokens: float | Unset = UNSET,
    budget_usd: float | Unset = UNSET,
    sequence_length: int | Unset = UNSET,
    method: QuoteRunCostsByParametersMethod | Unset = UNSET,
    recompute: QuoteRunCostsByParametersRecompute | Unset = UNSET,
    mfu_fraction: float | Unset = UNSET,
    option: QuoteRunCostsByParametersOption | Unset = UNSET,
    confidence: float | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["currency"] = currency

    params["usd_per_currency_unit"] = usd_per_currency_unit

    params["model"] = model

    params["device"] = device

    params["device_count"] = device_count

    params["precision"] = precision

    params["provider"] = provider

    params["region"] = region

    params["labels"] = labels

    params["drivers"] = drivers

    params["as_of"] = as_of

    params["catalog"] = catalog

    params["tokens"] = tokens

    params["budget_usd"] = budget_usd

    params["sequence_length"] = sequence_length

    json_method: str | Unset = UNSET
    if not isinstance(method, Unset):
        json_method = method

    params["method"] = json_method

    json_recompute: str | Unset = UNSET
    if not isinstance(recompute, Unset):
        json_recompute = recompute

    params["recompute"] = json_recompute

    params["mfu_fraction"] = mfu_fraction

    json_option: str | Unset = UNSET
    if not isinstance(option, Unset):
        json_option = option

    params["option"] = json_option

    params["confidence"] = confidence

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/training/run-costs",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | Problem | RunCostAnswer | None:
    if response.status_code == 200:
        response_200 = RunCostAnswer.from_dict(response.json())

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
) -> Response[Any | Problem | RunCostAnswer]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    currency: str | Unset = UNSET,
    usd_per_currency_unit: float | Unset = UNSET,
    model: str,
    device: str,
    device_count: int | Unset = UNSET,
    precision: str | Unset = UNSET,
    provider: str | Unset = UNSET,
    region: str | Unset = UNSET,
    labels: str | Unset = UNSET,
    drivers: bool | Unset = UNSET,
    as_of: str | Unset = UNSET,
    catalog: str | Unset = UNSET,
    tokens: float | Unset = UNSET,
    budget_usd: float | Unset = UNSET,
    sequence_length: int | Unset = UNSET,
    method: QuoteRunCostsByParametersMethod | Unset = UNSET,
    recompute: QuoteRunCostsByParametersRecompute | Unset = UNSET,
    mfu_fraction: float | Unset = UNSET,
    option: QuoteRunCostsByParametersOption | Unset = UNSET,
    confidence: float | Unset = UNSET,
) -> Response[Any | Problem | RunCostAnswer]:
    """Run costs by parameters

     The most common fields of the query as parameters, for spreadsheets and bots.

    Args:
        currency (str | Unset):
        usd_per_currency_unit (float | Unset):
        model (str):
        device (str):
        device_count (int | Unset):
        precision (str | Unset):
        provider (str | Unset):
        region (str | Unset):
        labels (str | Unset):
        drivers (bool | Unset):
        as_of (str | Unset):
        catalog (str | Unset):
        tokens (float | Unset):
        budget_usd (float | Unset):
        sequence_length (int | Unset):
        method (QuoteRunCostsByParametersMethod | Unset):
        recompute (QuoteRunCostsByParametersRecompute | Unset):
        mfu_fraction (float | Unset):
        option (QuoteRunCostsByParametersOption | Unset):
        confidence (float | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem | RunCostAnswer]
    """

    kwargs = _get_kwargs(
        currency=currency,
        usd_per_currency_unit=usd_per_currency_unit,
        model=model,
        device=device,
        device_count=device_count,
        precision=precision,
        provider=provider,
        region=region,
        labels=labels,
        drivers=drivers,
        as_of=as_of,
        catalog=catalog,
        tokens=tokens,
        budget_usd=budget_usd,
        sequence_length=sequence_length,
        method=method,
        recompute=recompute,
        mfu_fraction=mfu_fraction,
        option=option,
        confidence=confidence,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    currency: str | Unset = UNSET,
    usd_per_currency_unit: float | Unset = UNSET,
    model: str,
    device: str,
    device_count: int | Unset = UNSET,
    precision: str | Unset = UNSET,
    provider: str | Unset = UNSET,
    region: str | Unset = UNSET,
    labels: str | Unset = UNSET,
    drivers: bool | Unset = UNSET,
    as_of: str | Unset = UNSET,
    catalog: str | Unset = UNSET,
    tokens: float | Unset = UNSET,
    budget_usd: float | Unset = UNSET,
    sequence_length: int | Unset = UNSET,
    method: QuoteRunCostsByParametersMethod | Unset = UNSET,
    recompute: QuoteRunCostsByParametersRecompute | Unset = UNSET,
    mfu_fraction: float | Unset = UNSET,
    option: QuoteRunCostsByParametersOption | Unset = UNSET,
    confidence: float | Unset = UNSET,
) -> Any | Problem | RunCostAnswer | None:
    """Run costs by parameters

     The most common fields of the query as parameters, for spreadsheets and bots.

    Args:
        currency (str | Unset):
        usd_per_currency_unit (float | Unset):
        model (str):
        device (str):
        device_count (int | Unset):
        precision (str | Unset):
        provider (str | Unset):
        region (str | Unset):
        labels (str | Unset):
        drivers (bool | Unset):
        as_of (str | Unset):
        catalog (str | Unset):
        tokens (float | Unset):
        budget_usd (float | Unset):
        sequence_length (int | Unset):
        method (QuoteRunCostsByParametersMethod | Unset):
        recompute (QuoteRunCostsByParametersRecompute | Unset):
        mfu_fraction (float | Unset):
        option (QuoteRunCostsByParametersOption | Unset):
        confidence (float | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem | RunCostAnswer
    """

    return sync_detailed(
        client=client,
        currency=currency,
        usd_per_currency_unit=usd_per_currency_unit,
        model=model,
        device=device,
        device_count=device_count,
        precision=precision,
        provider=provider,
        region=region,
        labels=labels,
        drivers=drivers,
        as_of=as_of,
        catalog=catalog,
        tokens=tokens,
        budget_usd=budget_usd,
        sequence_length=sequence_length,
        method=method,
        recompute=recompute,
        mfu_fraction=mfu_fraction,
        option=option,
        confidence=confidence,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    currency: str | Unset = UNSET,
    usd_per_currency_unit: float | Unset = UNSET,
    model: str,
    device: str,
    device_count: int | Unset = UNSET,
    precision: str | Unset = UNSET,
    provider: str | Unset = UNSET,
    region: str | Unset = UNSET,
    labels: str | Unset = UNSET,
    drivers: bool | Unset = UNSET,
    as_of: str | Unset = UNSET,
    catalog: str | Unset = UNSET,
    tokens: float | Unset = UNSET,
    budget_usd: float | Unset = UNSET,
    sequence_length: int | Unset = UNSET,
    method: QuoteRunCostsByParametersMethod | Unset = UNSET,
    recompute: QuoteRunCostsByParametersRecompute | Unset = UNSET,
    mfu_fraction: float | Unset = UNSET,
    option: QuoteRunCostsByParametersOption | Unset = UNSET,
    confidence: float | Unset = UNSET,
) -> Response[Any | Problem | RunCostAnswer]:
    """Run costs by parameters

     The most common fields of the query as parameters, for spreadsheets and bots.

    Args:
        currency (str | Unset):
        usd_per_currency_unit (float | Unset):
        model (str):
        device (str):
        device_count (int | Unset):
        precision (str | Unset):
        provider (str | Unset):
        region (str | Unset):
        labels (str | Unset):
        drivers (bool | Unset):
        as_of (str | Unset):
        catalog (str | Unset):
        tokens (float | Unset):
        budget_usd (float | Unset):
        sequence_length (int | Unset):
        method (QuoteRunCostsByParametersMethod | Unset):
        recompute (QuoteRunCostsByParametersRecompute | Unset):
        mfu_fraction (float | Unset):
        option (QuoteRunCostsByParametersOption | Unset):
        confidence (float | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem | RunCostAnswer]
    """

    kwargs = _get_kwargs(
        currency=currency,
        usd_per_currency_unit=usd_per_currency_unit,
        model=model,
        device=device,
        device_count=device_count,
        precision=precision,
        provider=provider,
        region=region,
        labels=labels,
        drivers=drivers,
        as_of=as_of,
        catalog=catalog,
        tokens=tokens,
        budget_usd=budget_usd,
        sequence_length=sequence_length,
        method=method,
        recompute=recompute,
        mfu_fraction=mfu_fraction,
        option=option,
        confidence=confidence,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    currency: str | Unset = UNSET,
    usd_per_currency_unit: float | Unset = UNSET,
    model: str,
    device: str,
    device_count: int | Unset = UNSET,
    precision: str | Unset = UNSET,
    provider: str | Unset = UNSET,
    region: str | Unset = UNSET,
    labels: str | Unset = UNSET,
    drivers: bool | Unset = UNSET,
    as_of: str | Unset = UNSET,
    catalog: str | Unset = UNSET,
    tokens: float | Unset = UNSET,
    budget_usd: float | Unset = UNSET,
    sequence_length: int | Unset = UNSET,
    method: QuoteRunCostsByParametersMethod | Unset = UNSET,
    recompute: QuoteRunCostsByParametersRecompute | Unset = UNSET,
    mfu_fraction: float | Unset = UNSET,
    option: QuoteRunCostsByParametersOption | Unset = UNSET,
    confidence: float | Unset = UNSET,
) -> Any | Problem | RunCostAnswer | None:
    """Run costs by parameters

     The most common fields of the query as parameters, for spreadsheets and bots.

    Args:
        currency (str | Unset):
        usd_per_currency_unit (float | Unset):
        model (str):
        device (str):
        device_count (int | Unset):
        precision (str | Unset):
        provider (str | Unset):
        region (str | Unset):
        labels (str | Unset):
        drivers (bool | Unset):
        as_of (str | Unset):
        catalog (str | Unset):
        tokens (float | Unset):
        budget_usd (float | Unset):
        sequence_length (int | Unset):
        method (QuoteRunCostsByParametersMethod | Unset):
        recompute (QuoteRunCostsByParametersRecompute | Unset):
        mfu_fraction (float | Unset):
        option (QuoteRunCostsByParametersOption | Unset):
        confidence (float | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem | RunCostAnswer
    """

    return (
        await asyncio_detailed(
            client=client,
            currency=currency,
            usd_per_currency_unit=usd_per_currency_unit,
            model=model,
            device=device,
            device_count=device_count,
            precision=precision,
            provider=provider,
            region=region,
            labels=labels,
            drivers=drivers,
            as_of=as_of,
            catalog=catalog,
            tokens=tokens,
            budget_usd=budget_usd,
            sequence_length=sequence_length,
            method=method,
            recompute=recompute,
            mfu_fraction=mfu_fraction,
            option=option,
            confidence=confidence,
        )
    ).parsed
