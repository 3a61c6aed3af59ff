from http import HTTPStatus
from typing import Any, cast

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.problem import Problem
from ...models.quote_tco_by_parameters_option import (
    QuoteTcoByParametersOption,
)
from ...models.quote_tco_by_parameters_plan import (
    QuoteTcoByParametersPlan,
)
from ...models.quote_tco_by_parameters_scaling import (
    QuoteTcoByParametersScaling,
)
from ...models.quote_tco_by_parameters_workload import (
    QuoteTcoByParametersWorkload,
)
from ...models.tco_answer import TcoAnswer
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
    requests_per_day: float,
    growth_per_month_fraction: float | Unset = UNSET,
    horizon_months: int | Unset = UNSET,
    start: str | Unset = UNSET,
    workload: QuoteTcoByParametersWorkload | Unset = UNSET,
    input_tokens: float | Unset = UNSET,
    output_tokens: float | Unset = UNSET,
    cached_input_fraction: float | Unset = UNSET,
    ttft_seconds: float | Unset = UNSET,
    tpot_seconds: float | Unset = UNSET,
    scaling: QuoteTcoByParametersScaling | Unset = UNSET,
    option: QuoteTcoByParametersOption | Unset = UNSET,
    plan: QuoteTcoByParametersPlan | Unset = UNSET,
    staff_usd_per_month: float | Unset = UNSET,
    discount_rate_fraction: float | Unset = UNSET,
    alternative_provider: str | Unset = UNSET,
    alternative_model: str | Unset = UNSET,
    confidence: float | Unset = UNSET,
    batch_tier: bool | Unset = UNSET,
    fiscal_year_start_month: int | Unset = UNSET,
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

    params["requests_per_day"] = requests_per_day

    params["growth_per_month_fraction"] = growth_per_month_fraction

    params["horizon_months"] = horizon_months

    params["start"] = start

    json_workload: str | Unset = UNSET
    if not isinstance(workload, Unset):
        json_workload = workload

    params["workload"] = json_workload

    params["input_tokens"] = input_tokens

    params["output_tokens"] = output_tokens

    params["cached_input_fraction"] = cached_input_fraction

    params["ttft_seconds"] = ttft_seconds

    params["tpot_seconds"] = tpot_seconds

    json_scaling: str | Unset = UNSET
    if not isinstance(scaling, Unset):
        json_scaling = scaling

    params["scaling"] = json_scaling

    json_option: str | Unset = UNSET
    if not isinstance(option, Unset):
        json_option = option

    params["option"] = json_option

    json_plan: str | Unset = UNSET
    if not isinstance(plan, Unset):
        json_plan = plan

    params["plan"] = json_plan

    params["staff_usd_per_month"] = staff_usd_per_month

    params["discount_rate_fraction"] = discount_rate_fraction

    params["alternative_provider"] = alternative_provider

    params["alternative_model"] = alternative_model

    params["confidence"] = confidence

    params["batch_tier"] = batch_tier

    params["fiscal_year_start_month"] = fiscal_year_start_month

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/inference/tco",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | Problem | TcoAnswer | None:
    if response.status_code == 200:
        response_200 = TcoAnswer.from_dict(response.json())

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
) -> Response[Any | Problem | TcoAnswer]:
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
    requests_per_day: float,
    growth_per_month_fraction: float | Unset = UNSET,
    horizon_months: int | Unset = UNSET,
    start: str | Unset = UNSET,
    workload: QuoteTcoByParametersWorkload | Unset = UNSET,
    input_tokens: float | Unset = UNSET,
    output_tokens: float | Unset = UNSET,
    cached_input_fraction: float | Unset = UNSET,
    ttft_seconds: float | Unset = UNSET,
    tpot_seconds: float | Unset = UNSET,
    scaling: QuoteTcoByParametersScaling | Unset = UNSET,
    option: QuoteTcoByParametersOption | Unset = UNSET,
    plan: QuoteTcoByParametersPlan | Unset = UNSET,
    staff_usd_per_month: float | Unset = UNSET,
    discount_rate_fraction: float | Unset = UNSET,
    alternative_provider: str | Unset = UNSET,
    alternative_model: str | Unset = UNSET,
    confidence: float | Unset = UNSET,
    batch_tier: bool | Unset = UNSET,
    fiscal_year_start_month: int | Unset = UNSET,
) -> Response[Any | Problem | TcoAnswer]:
    """Cost of a service by parameters

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
        requests_per_day (float):
        growth_per_month_fraction (float | Unset):
        horizon_months (int | Unset):
        start (str | Unset):
        workload (QuoteTcoByParametersWorkload | Unset):
        input_tokens (float | Unset):
        output_tokens (float | Unset):
        cached_input_fraction (float | Unset):
        ttft_seconds (float | Unset):
        tpot_seconds (float | Unset):
        scaling (QuoteTcoByParametersScaling | Unset):
        option (QuoteTcoByParametersOption | Unset):
        plan (QuoteTcoByParametersPlan | Unset):
        staff_usd_per_month (float | Unset):
        discount_rate_fraction (float | Unset):
        alternative_provider (str | Unset):
        alternative_model (str | Unset):
        confidence (float | Unset):
        batch_tier (bool | Unset):
        fiscal_year_start_month (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem | TcoAnswer]
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
        requests_per_day=requests_per_day,
        growth_per_month_fraction=growth_per_month_fraction,
        horizon_months=horizon_months,
        start=start,
        workload=workload,
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        cached_input_fraction=cached_input_fraction,
        ttft_seconds=ttft_seconds,
        tpot_seconds=tpot_seconds,
        scaling=scaling,
        option=option,
        plan=plan,
        staff_usd_per_month=staff_usd_per_month,
        discount_rate_fraction=discount_rate_fraction,
        alternative_provider=alternative_provider,
        alternative_model=alternative_model,
        confidence=confidence,
        batch_tier=batch_tier,
        fiscal_year_start_month=fiscal_year_start_month,
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
    requests_per_day: float,
    growth_per_month_fraction: float | Unset = UNSET,
    horizon_months: int | Unset = UNSET,
    start: str | Unset = UNSET,
    workload: QuoteTcoByParametersWorkload | Unset = UNSET,
    input_tokens: float | Unset = UNSET,
    output_tokens: float | Unset = UNSET,
    cached_input_fraction: float | Unset = UNSET,
    ttft_seconds: float | Unset = UNSET,
    tpot_seconds: float | Unset = UNSET,
    scaling: QuoteTcoByParametersScaling | Unset = UNSET,
    option: QuoteTcoByParametersOption | Unset = UNSET,
    plan: QuoteTcoByParametersPlan | Unset = UNSET,
    staff_usd_per_month: float | Unset = UNSET,
    discount_rate_fraction: float | Unset = UNSET,
    alternative_provider: str | Unset = UNSET,
    alternative_model: str | Unset = UNSET,
    confidence: float | Unset = UNSET,
    batch_tier: bool | Unset = UNSET,
    fiscal_year_start_month: int | Unset = UNSET,
) -> Any | Problem | TcoAnswer | None:
    """Cost of a service by parameters

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
        requests_per_day (float):
        growth_per_month_fraction (float | Unset):
        horizon_months (int | Unset):
        start (str | Unset):
        workload (QuoteTcoByParametersWorkload | Unset):
        input_tokens (float | Unset):
        output_tokens (float | Unset):
        cached_input_fraction (float | Unset):
        ttft_seconds (float | Unset):
        tpot_seconds (float | Unset):
        scaling (QuoteTcoByParametersScaling | Unset):
        option (QuoteTcoByParametersOption | Unset):
        plan (QuoteTcoByParametersPlan | Unset):
        staff_usd_per_month (float | Unset):
        discount_rate_fraction (float | Unset):
        alternative_provider (str | Unset):
        alternative_model (str | Unset):
        confidence (float | Unset):
        batch_tier (bool | Unset):
        fiscal_year_start_month (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem | TcoAnswer
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
        requests_per_day=requests_per_day,
        growth_per_month_fraction=growth_per_month_fraction,
        horizon_months=horizon_months,
        start=start,
        workload=workload,
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        cached_input_fraction=cached_input_fraction,
        ttft_seconds=ttft_seconds,
        tpot_seconds=tpot_seconds,
        scaling=scaling,
        option=option,
        plan=plan,
        staff_usd_per_month=staff_usd_per_month,
        discount_rate_fraction=discount_rate_fraction,
        alternative_provider=alternative_provider,
        alternative_model=alternative_model,
        confidence=confidence,
        batch_tier=batch_tier,
        fiscal_year_start_month=fiscal_year_start_month,
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
    requests_per_day: float,
    growth_per_month_fraction: float | Unset = UNSET,
    horizon_months: int | Unset = UNSET,
    start: str | Unset = UNSET,
    workload: QuoteTcoByParametersWorkload | Unset = UNSET,
    input_tokens: float | Unset = UNSET,
    output_tokens: float | Unset = UNSET,
    cached_input_fraction: float | Unset = UNSET,
    ttft_seconds: float | Unset = UNSET,
    tpot_seconds: float | Unset = UNSET,
    scaling: QuoteTcoByParametersScaling | Unset = UNSET,
    option: QuoteTcoByParametersOption | Unset = UNSET,
    plan: QuoteTcoByParametersPlan | Unset = UNSET,
    staff_usd_per_month: float | Unset = UNSET,
    discount_rate_fraction: float | Unset = UNSET,
    alternative_provider: str | Unset = UNSET,
    alternative_model: str | Unset = UNSET,
    confidence: float | Unset = UNSET,
    batch_tier: bool | Unset = UNSET,
    fiscal_year_start_month: int | Unset = UNSET,
) -> Response[Any | Problem | TcoAnswer]:
    """Cost of a service by parameters

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
        requests_per_day (float):
        growth_per_month_fraction (float | Unset):
        horizon_months (int | Unset):
        start (str | Unset):
        workload (QuoteTcoByParametersWorkload | Unset):
        input_tokens (float | Unset):
        output_tokens (float | Unset):
        cached_input_fraction (float | Unset):
        ttft_seconds (float | Unset):
        tpot_seconds (float | Unset):
        scaling (QuoteTcoByParametersScaling | Unset):
        option (QuoteTcoByParametersOption | Unset):
        plan (QuoteTcoByParametersPlan | Unset):
        staff_usd_per_month (float | Unset):
        discount_rate_fraction (float | Unset):
        alternative_provider (str | Unset):
        alternative_model (str | Unset):
        confidence (float | Unset):
        batch_tier (bool | Unset):
        fiscal_year_start_month (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem | TcoAnswer]
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
        requests_per_day=requests_per_day,
        growth_per_month_fraction=growth_per_month_fraction,
        horizon_months=horizon_months,
        start=start,
        workload=workload,
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        cached_input_fraction=cached_input_fraction,
        ttft_seconds=ttft_seconds,
        tpot_seconds=tpot_seconds,
        scaling=scaling,
        option=option,
        plan=plan,
        staff_usd_per_month=staff_usd_per_month,
        discount_rate_fraction=discount_rate_fraction,
        alternative_provider=alternative_provider,
        alternative_model=alternative_model,
        confidence=confidence,
        batch_tier=batch_tier,
        fiscal_year_start_month=fiscal_year_start_month,
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
    requests_per_day: float,
    growth_per_month_fraction: float | Unset = UNSET,
    horizon_months: int | Unset = UNSET,
    start: str | Unset = UNSET,
    workload: QuoteTcoByParametersWorkload | Unset = UNSET,
    input_tokens: float | Unset = UNSET,
    output_tokens: float | Unset = UNSET,
    cached_input_fraction: float | Unset = UNSET,
    ttft_seconds: float | Unset = UNSET,
    tpot_seconds: float | Unset = UNSET,
    scaling: QuoteTcoByParametersScaling | Unset = UNSET,
    option: QuoteTcoByParametersOption | Unset = UNSET,
    plan: QuoteTcoByParametersPlan | Unset = UNSET,
    staff_usd_per_month: float | Unset = UNSET,
    discount_rate_fraction: float | Unset = UNSET,
    alternative_provider: str | Unset = UNSET,
    alternative_model: str | Unset = UNSET,
    confidence: float | Unset = UNSET,
    batch_tier: bool | Unset = UNSET,
    fiscal_year_start_month: int | Unset = UNSET,
) -> Any | Problem | TcoAnswer | None:
    """Cost of a service by parameters

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
        requests_per_day (float):
        growth_per_month_fraction (float | Unset):
        horizon_months (int | Unset):
        start (str | Unset):
        workload (QuoteTcoByParametersWorkload | Unset):
        input_tokens (float | Unset):
        output_tokens (float | Unset):
        cached_input_fraction (float | Unset):
        ttft_seconds (float | Unset):
        tpot_seconds (float | Unset):
        scaling (QuoteTcoByParametersScaling | Unset):
        option (QuoteTcoByParametersOption | Unset):
        plan (QuoteTcoByParametersPlan | Unset):
        staff_usd_per_month (float | Unset):
        discount_rate_fraction (float | Unset):
        alternative_provider (str | Unset):
        alternative_model (str | Unset):
        confidence (float | Unset):
        batch_tier (bool | Unset):
        fiscal_year_start_month (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem | TcoAnswer
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
            requests_per_day=requests_per_day,
            growth_per_month_fraction=growth_per_month_fraction,
            horizon_months=horizon_months,
            start=start,
            workload=workload,
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            cached_input_fraction=cached_input_fraction,
            ttft_seconds=ttft_seconds,
            tpot_seconds=tpot_seconds,
            scaling=scaling,
            option=option,
            plan=plan,
            staff_usd_per_month=staff_usd_per_month,
            discount_rate_fraction=discount_rate_fraction,
            alternative_provider=alternative_provider,
            alternative_model=alternative_model,
            confidence=confidence,
            batch_tier=batch_tier,
            fiscal_year_start_month=fiscal_year_start_month,
        )
    ).parsed
