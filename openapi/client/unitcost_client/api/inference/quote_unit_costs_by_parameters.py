from http import HTTPStatus
from typing import Any, cast

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.problem import Problem
from ...models.quote_unit_costs_by_parameters_attention_parallel import (
    QuoteUnitCostsByParametersAttentionParallel,
)
from ...models.quote_unit_costs_by_parameters_option import (
    QuoteUnitCostsByParametersOption,
)
from ...models.quote_unit_costs_by_parameters_traffic_kind import (
    QuoteUnitCostsByParametersTrafficKind,
)
from ...models.quote_unit_costs_by_parameters_workload import (
    QuoteUnitCostsByParametersWorkload,
)
from ...models.unit_cost_answer import UnitCostAnswer
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    currency: str | Unset = UNSET,
    usd_per_currency_unit: float | Unset = UNSET,
    model: str,
    device: str | Unset = UNSET,
    device_count: int | Unset = UNSET,
    precision: str | Unset = UNSET,
    provider: str | Unset = UNSET,
    region: str | Unset = UNSET,
    labels: str | Unset = UNSET,
    drivers: bool | Unset = UNSET,
    as_of: str | Unset = UNSET,
    catalog: str | Unset = UNSET,
    prefill_device: str | Unset = UNSET,
    prefill_device_count: int | Unset = UNSET,
    decode_device: str | Unset = UNSET,
    decode_device_count: int | Unset = UNSET,
    workload: QuoteUnitCostsByParametersWorkload | Unset = UNSET,
    engine: str | Unset = UNSET,
    attention_parallel: QuoteUnitCostsByParametersAttentionParallel | Unset = UNSET,
    tensor_parallel: int | Unset = UNSET,
    data_parallel: int | Unset = UNSET,
    expert_parallel: int | Unset = UNSET,
    pipeline_parallel: int | Unset = UNSET,
    memory_utilization_fraction: float | Unset = UNSET,
    max_batched_tokens: int | Unset = UNSET,
    max_context_tokens: int | Unset = UNSET,
    input_tokens: float | Unset = UNSET,
    output_tokens: float | Unset = UNSET,
    documents: int | Unset = UNSET,
    images: float | Unset = UNSET,
    image_width_pixels: int | Unset = UNSET,
    image_height_pixels: int | Unset = UNSET,
    audio_seconds: float | Unset = UNSET,
    inference_steps: int | Unset = UNSET,
    concurrency: float | Unset = UNSET,
    requests_per_second: float | Unset = UNSET,
    cached_input_fraction: float | Unset = UNSET,
    shared_cache_fraction: float | Unset = UNSET,
    traffic_kind: QuoteUnitCostsByParametersTrafficKind | Unset = UNSET,
    ttft_seconds: float | Unset = UNSET,
    tpot_seconds: float | Unset = UNSET,
    utilization_fraction: float | Unset = UNSET,
    batch_tier: bool | Unset = UNSET,
    option: QuoteUnitCostsByParametersOption | Unset = UNSET,
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

    params["prefill_device"] = prefill_device

    params["prefill_device_count"] = prefill_device_count

    params["decode_device"] = decode_device

    params["decode_device_count"] = decode_device_count

    json_workload: str | Unset = UNSET
    if not isinstance(workload, Unset):
        json_workload = workload

    params["workload"] = json_workload

    params["engine"] = engine

    json_attention_parallel: str | Unset = UNSET
    if not isinstance(attention_parallel, Unset):
        json_attention_parallel = attention_parallel

    params["attention_parallel"] = json_attention_parallel

    params["tensor_parallel"] = tensor_parallel

    params["data_parallel"] = data_parallel

    params["expert_parallel"] = expert_parallel

    params["pipeline_parallel"] = pipeline_parallel

    params["memory_utilization_fraction"] = memory_utilization_fraction

    params["max_batched_tokens"] = max_batched_tokens

    params["max_context_tokens"] = max_context_tokens

    params["input_tokens"] = input_tokens

    params["output_tokens"] = output_tokens

    params["documents"] = documents

    params["images"] = images

    params["image_width_pixels"] = image_width_pixels

    params["image_height_pixels"] = image_height_pixels

    params["audio_seconds"] = audio_seconds

    params["inference_steps"] = inference_steps

    params["concurrency"] = concurrency

    params["requests_per_second"] = requests_per_second

    params["cached_input_fraction"] = cached_input_fraction

    params["shared_cache_fraction"] = shared_cache_fraction

    json_traffic_kind: str | Unset = UNSET
    if not isinstance(traffic_kind, Unset):
        json_traffic_kind = traffic_kind

    params["traffic_kind"] = json_traffic_kind

    params["ttft_seconds"] = ttft_seconds

    params["tpot_seconds"] = tpot_seconds

    params["utilization_fraction"] = utilization_fraction

    params["batch_tier"] = batch_tier

    json_option: str | Unset = UNSET
    if not isinstance(option, Unset):
        json_option = option

    params["option"] = json_option

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/inference/unit-costs",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | Problem | UnitCostAnswer | None:
    if response.status_code == 200:
        response_200 = UnitCostAnswer.from_dict(response.json())

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
) -> Response[Any | Problem | UnitCostAnswer]:
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
    device: str | Unset = UNSET,
    device_count: int | Unset = UNSET,
    precision: str | Unset = UNSET,
    provider: str | Unset = UNSET,
    region: str | Unset = UNSET,
    labels: str | Unset = UNSET,
    drivers: bool | Unset = UNSET,
    as_of: str | Unset = UNSET,
    catalog: str | Unset = UNSET,
    prefill_device: str | Unset = UNSET,
    prefill_device_count: int | Unset = UNSET,
    decode_device: str | Unset = UNSET,
    decode_device_count: int | Unset = UNSET,
    workload: QuoteUnitCostsByParametersWorkload | Unset = UNSET,
    engine: str | Unset = UNSET,
    attention_parallel: QuoteUnitCostsByParametersAttentionParallel | Unset = UNSET,
    tensor_parallel: int | Unset = UNSET,
    data_parallel: int | Unset = UNSET,
    expert_parallel: int | Unset = UNSET,
    pipeline_parallel: int | Unset = UNSET,
    memory_utilization_fraction: float | Unset = UNSET,
    max_batched_tokens: int | Unset = UNSET,
    max_context_tokens: int | Unset = UNSET,
    input_tokens: float | Unset = UNSET,
    output_tokens: float | Unset = UNSET,
    documents: int | Unset = UNSET,
    images: float | Unset = UNSET,
    image_width_pixels: int | Unset = UNSET,
    image_height_pixels: int | Unset = UNSET,
    audio_seconds: float | Unset = UNSET,
    inference_steps: int | Unset = UNSET,
    concurrency: float | Unset = UNSET,
    requests_per_second: float | Unset = UNSET,
    cached_input_fraction: float | Unset = UNSET,
    shared_cache_fraction: float | Unset = UNSET,
    traffic_kind: QuoteUnitCostsByParametersTrafficKind | Unset = UNSET,
    ttft_seconds: float | Unset = UNSET,
    tpot_seconds: float | Unset = UNSET,
    utilization_fraction: float | Unset = UNSET,
    batch_tier: bool | Unset = UNSET,
    option: QuoteUnitCostsByParametersOption | Unset = UNSET,
) -> Response[Any | Problem | UnitCostAnswer]:
    """Unit costs by parameters

     The most common fields of the query as parameters, for spreadsheets and bots.

    Args:
        currency (str | Unset):
        usd_per_currency_unit (float | Unset):
        model (str):
        device (str | Unset):
        device_count (int | Unset):
        precision (str | Unset):
        provider (str | Unset):
        region (str | Unset):
        labels (str | Unset):
        drivers (bool | Unset):
        as_of (str | Unset):
        catalog (str | Unset):
        prefill_device (str | Unset):
        prefill_device_count (int | Unset):
        decode_device (str | Unset):
        decode_device_count (int | Unset):
        workload (QuoteUnitCostsByParametersWorkload | Unset):
        engine (str | Unset):
        attention_parallel (QuoteUnitCostsByParametersAttentionParallel | Unset):
        tensor_parallel (int | Unset):
        data_parallel (int | Unset):
        expert_parallel (int | Unset):
        pipeline_parallel (int | Unset):
        memory_utilization_fraction (float | Unset):
        max_batched_tokens (int | Unset):
        max_context_tokens (int | Unset):
        input_tokens (float | Unset):
        output_tokens (float | Unset):
        documents (int | Unset):
        images (float | Unset):
        image_width_pixels (int | Unset):
        image_height_pixels (int | Unset):
        audio_seconds (float | Unset):
        inference_steps (int | Unset):
        concurrency (float | Unset):
        requests_per_second (float | Unset):
        cached_input_fraction (float | Unset):
        shared_cache_fraction (float | Unset):
        traffic_kind (QuoteUnitCostsByParametersTrafficKind | Unset):
        ttft_seconds (float | Unset):
        tpot_seconds (float | Unset):
        utilization_fraction (float | Unset):
        batch_tier (bool | Unset):
        option (QuoteUnitCostsByParametersOption | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem | UnitCostAnswer]
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
        prefill_device=prefill_device,
        prefill_device_count=prefill_device_count,
        decode_device=decode_device,
        decode_device_count=decode_device_count,
        workload=workload,
        engine=engine,
        attention_parallel=attention_parallel,
        tensor_parallel=tensor_parallel,
        data_parallel=data_parallel,
        expert_parallel=expert_parallel,
        pipeline_parallel=pipeline_parallel,
        memory_utilization_fraction=memory_utilization_fraction,
        max_batched_tokens=max_batched_tokens,
        max_context_tokens=max_context_tokens,
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        documents=documents,
        images=images,
        image_width_pixels=image_width_pixels,
        image_height_pixels=image_height_pixels,
        audio_seconds=audio_seconds,
        inference_steps=inference_steps,
        concurrency=concurrency,
        requests_per_second=requests_per_second,
        cached_input_fraction=cached_input_fraction,
        shared_cache_fraction=shared_cache_fraction,
        traffic_kind=traffic_kind,
        ttft_seconds=ttft_seconds,
        tpot_seconds=tpot_seconds,
        utilization_fraction=utilization_fraction,
        batch_tier=batch_tier,
        option=option,
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
    device: str | Unset = UNSET,
    device_count: int | Unset = UNSET,
    precision: str | Unset = UNSET,
    provider: str | Unset = UNSET,
    region: str | Unset = UNSET,
    labels: str | Unset = UNSET,
    drivers: bool | Unset = UNSET,
    as_of: str | Unset = UNSET,
    catalog: str | Unset = UNSET,
    prefill_device: str | Unset = UNSET,
    prefill_device_count: int | Unset = UNSET,
    decode_device: str | Unset = UNSET,
    decode_device_count: int | Unset = UNSET,
    workload: QuoteUnitCostsByParametersWorkload | Unset = UNSET,
    engine: str | Unset = UNSET,
    attention_parallel: QuoteUnitCostsByParametersAttentionParallel | Unset = UNSET,
    tensor_parallel: int | Unset = UNSET,
    data_parallel: int | Unset = UNSET,
    expert_parallel: int | Unset = UNSET,
    pipeline_parallel: int | Unset = UNSET,
    memory_utilization_fraction: float | Unset = UNSET,
    max_batched_tokens: int | Unset = UNSET,
    max_context_tokens: int | Unset = UNSET,
    input_tokens: float | Unset = UNSET,
    output_tokens: float | Unset = UNSET,
    documents: int | Unset = UNSET,
    images: float | Unset = UNSET,
    image_width_pixels: int | Unset = UNSET,
    image_height_pixels: int | Unset = UNSET,
    audio_seconds: float | Unset = UNSET,
    inference_steps: int | Unset = UNSET,
    concurrency: float | Unset = UNSET,
    requests_per_second: float | Unset = UNSET,
    cached_input_fraction: float | Unset = UNSET,
    shared_cache_fraction: float | Unset = UNSET,
    traffic_kind: QuoteUnitCostsByParametersTrafficKind | Unset = UNSET,
    ttft_seconds: float | Unset = UNSET,
    tpot_seconds: float | Unset = UNSET,
    utilization_fraction: float | Unset = UNSET,
    batch_tier: bool | Unset = UNSET,
    option: QuoteUnitCostsByParametersOption | Unset = UNSET,
) -> Any | Problem | UnitCostAnswer | None:
    """Unit costs by parameters

     The most common fields of the query as parameters, for spreadsheets and bots.

    Args:
        currency (str | Unset):
        usd_per_currency_unit (float | Unset):
        model (str):
        device (str | Unset):
        device_count (int | Unset):
        precision (str | Unset):
        provider (str | Unset):
        region (str | Unset):
        labels (str | Unset):
        drivers (bool | Unset):
        as_of (str | Unset):
        catalog (str | Unset):
        prefill_device (str | Unset):
        prefill_device_count (int | Unset):
        decode_device (str | Unset):
        decode_device_count (int | Unset):
        workload (QuoteUnitCostsByParametersWorkload | Unset):
        engine (str | Unset):
        attention_parallel (QuoteUnitCostsByParametersAttentionParallel | Unset):
        tensor_parallel (int | Unset):
        data_parallel (int | Unset):
        expert_parallel (int | Unset):
        pipeline_parallel (int | Unset):
        memory_utilization_fraction (float | Unset):
        max_batched_tokens (int | Unset):
        max_context_tokens (int | Unset):
        input_tokens (float | Unset):
        output_tokens (float | Unset):
        documents (int | Unset):
        images (float | Unset):
        image_width_pixels (int | Unset):
        image_height_pixels (int | Unset):
        audio_seconds (float | Unset):
        inference_steps (int | Unset):
        concurrency (float | Unset):
        requests_per_second (float | Unset):
        cached_input_fraction (float | Unset):
        shared_cache_fraction (float | Unset):
        traffic_kind (QuoteUnitCostsByParametersTrafficKind | Unset):
        ttft_seconds (float | Unset):
        tpot_seconds (float | Unset):
        utilization_fraction (float | Unset):
        batch_tier (bool | Unset):
        option (QuoteUnitCostsByParametersOption | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem | UnitCostAnswer
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
        prefill_device=prefill_device,
        prefill_device_count=prefill_device_count,
        decode_device=decode_device,
        decode_device_count=decode_device_count,
        workload=workload,
        engine=engine,
        attention_parallel=attention_parallel,
        tensor_parallel=tensor_parallel,
        data_parallel=data_parallel,
        expert_parallel=expert_parallel,
        pipeline_parallel=pipeline_parallel,
        memory_utilization_fraction=memory_utilization_fraction,
        max_batched_tokens=max_batched_tokens,
        max_context_tokens=max_context_tokens,
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        documents=documents,
        images=images,
        image_width_pixels=image_width_pixels,
        image_height_pixels=image_height_pixels,
        audio_seconds=audio_seconds,
        inference_steps=inference_steps,
        concurrency=concurrency,
        requests_per_second=requests_per_second,
        cached_input_fraction=cached_input_fraction,
        shared_cache_fraction=shared_cache_fraction,
        traffic_kind=traffic_kind,
        ttft_seconds=ttft_seconds,
        tpot_seconds=tpot_seconds,
        utilization_fraction=utilization_fraction,
        batch_tier=batch_tier,
        option=option,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    currency: str | Unset = UNSET,
    usd_per_currency_unit: float | Unset = UNSET,
    model: str,
    device: str | Unset = UNSET,
    device_count: int | Unset = UNSET,
    precision: str | Unset = UNSET,
    provider: str | Unset = UNSET,
    region: str | Unset = UNSET,
    labels: str | Unset = UNSET,
    drivers: bool | Unset = UNSET,
    as_of: str | Unset = UNSET,
    catalog: str | Unset = UNSET,
    prefill_device: str | Unset = UNSET,
    prefill_device_count: int | Unset = UNSET,
    decode_device: str | Unset = UNSET,
    decode_device_count: int | Unset = UNSET,
    workload: QuoteUnitCostsByParametersWorkload | Unset = UNSET,
    engine: str | Unset = UNSET,
    attention_parallel: QuoteUnitCostsByParametersAttentionParallel | Unset = UNSET,
    tensor_parallel: int | Unset = UNSET,
    data_parallel: int | Unset = UNSET,
    expert_parallel: int | Unset = UNSET,
    pipeline_parallel: int | Unset = UNSET,
    memory_utilization_fraction: float | Unset = UNSET,
    max_batched_tokens: int | Unset = UNSET,
    max_context_tokens: int | Unset = UNSET,
    input_tokens: float | Unset = UNSET,
    output_tokens: float | Unset = UNSET,
    documents: int | Unset = UNSET,
    images: float | Unset = UNSET,
    image_width_pixels: int | Unset = UNSET,
    image_height_pixels: int | Unset = UNSET,
    audio_seconds: float | Unset = UNSET,
    inference_steps: int | Unset = UNSET,
    concurrency: float | Unset = UNSET,
    requests_per_second: float | Unset = UNSET,
    cached_input_fraction: float | Unset = UNSET,
    shared_cache_fraction: float | Unset = UNSET,
    traffic_kind: QuoteUnitCostsByParametersTrafficKind | Unset = UNSET,
    ttft_seconds: float | Unset = UNSET,
    tpot_seconds: float | Unset = UNSET,
    utilization_fraction: float | Unset = UNSET,
    batch_tier: bool | Unset = UNSET,
    option: QuoteUnitCostsByParametersOption | Unset = UNSET,
) -> Response[Any | Problem | UnitCostAnswer]:
    """Unit costs by parameters

     The most common fields of the query as parameters, for spreadsheets and bots.

    Args:
        currency (str | Unset):
        usd_per_currency_unit (float | Unset):
        model (str):
        device (str | Unset):
        device_count (int | Unset):
        precision (str | Unset):
        provider (str | Unset):
        region (str | Unset):
        labels (str | Unset):
        drivers (bool | Unset):
        as_of (str | Unset):
        catalog (str | Unset):
        prefill_device (str | Unset):
        prefill_device_count (int | Unset):
        decode_device (str | Unset):
        decode_device_count (int | Unset):
        workload (QuoteUnitCostsByParametersWorkload | Unset):
        engine (str | Unset):
        attention_parallel (QuoteUnitCostsByParametersAttentionParallel | Unset):
        tensor_parallel (int | Unset):
        data_parallel (int | Unset):
        expert_parallel (int | Unset):
        pipeline_parallel (int | Unset):
        memory_utilization_fraction (float | Unset):
        max_batched_tokens (int | Unset):
        max_context_tokens (int | Unset):
        input_tokens (float | Unset):
        output_tokens (float | Unset):
        documents (int | Unset):
        images (float | Unset):
        image_width_pixels (int | Unset):
        image_height_pixels (int | Unset):
        audio_seconds (float | Unset):
        inference_steps (int | Unset):
        concurrency (float | Unset):
        requests_per_second (float | Unset):
        cached_input_fraction (float | Unset):
        shared_cache_fraction (float | Unset):
        traffic_kind (QuoteUnitCostsByParametersTrafficKind | Unset):
        ttft_seconds (float | Unset):
        tpot_seconds (float | Unset):
        utilization_fraction (float | Unset):
        batch_tier (bool | Unset):
        option (QuoteUnitCostsByParametersOption | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem | UnitCostAnswer]
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
        prefill_device=prefill_device,
        prefill_device_count=prefill_device_count,
        decode_device=decode_device,
        decode_device_count=decode_device_count,
        workload=workload,
        engine=engine,
        attention_parallel=attention_parallel,
        tensor_parallel=tensor_parallel,
        data_parallel=data_parallel,
        expert_parallel=expert_parallel,
        pipeline_parallel=pipeline_parallel,
        memory_utilization_fraction=memory_utilization_fraction,
        max_batched_tokens=max_batched_tokens,
        max_context_tokens=max_context_tokens,
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        documents=documents,
        images=images,
        image_width_pixels=image_width_pixels,
        image_height_pixels=image_height_pixels,
        audio_seconds=audio_seconds,
        inference_steps=inference_steps,
        concurrency=concurrency,
        requests_per_second=requests_per_second,
        cached_input_fraction=cached_input_fraction,
        shared_cache_fraction=shared_cache_fraction,
        traffic_kind=traffic_kind,
        ttft_seconds=ttft_seconds,
        tpot_seconds=tpot_seconds,
        utilization_fraction=utilization_fraction,
        batch_tier=batch_tier,
        option=option,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    currency: str | Unset = UNSET,
    usd_per_currency_unit: float | Unset = UNSET,
    model: str,
    device: str | Unset = UNSET,
    device_count: int | Unset = UNSET,
    precision: str | Unset = UNSET,
    provider: str | Unset = UNSET,
    region: str | Unset = UNSET,
    labels: str | Unset = UNSET,
    drivers: bool | Unset = UNSET,
    as_of: str | Unset = UNSET,
    catalog: str | Unset = UNSET,
    prefill_device: str | Unset = UNSET,
    prefill_device_count: int | Unset = UNSET,
    decode_device: str | Unset = UNSET,
    decode_device_count: int | Unset = UNSET,
    workload: QuoteUnitCostsByParametersWorkload | Unset = UNSET,
    engine: str | Unset = UNSET,
    attention_parallel: QuoteUnitCostsByParametersAttentionParallel | Unset = UNSET,
    tensor_parallel: int | Unset = UNSET,
    data_parallel: int | Unset = UNSET,
    expert_parallel: int | Unset = UNSET,
    pipeline_parallel: int | Unset = UNSET,
    memory_utilization_fraction: float | Unset = UNSET,
    max_batched_tokens: int | Unset = UNSET,
    max_context_tokens: int | Unset = UNSET,
    input_tokens: float | Unset = UNSET,
    output_tokens: float | Unset = UNSET,
    documents: int | Unset = UNSET,
    images: float | Unset = UNSET,
    image_width_pixels: int | Unset = UNSET,
    image_height_pixels: int | Unset = UNSET,
    audio_seconds: float | Unset = UNSET,
    inference_steps: int | Unset = UNSET,
    concurrency: float | Unset = UNSET,
    requests_per_second: float | Unset = UNSET,
    cached_input_fraction: float | Unset = UNSET,
    shared_cache_fraction: float | Unset = UNSET,
    traffic_kind: QuoteUnitCostsByParametersTrafficKind | Unset = UNSET,
    ttft_seconds: float | Unset = UNSET,
    tpot_seconds: float | Unset = UNSET,
    utilization_fraction: float | Unset = UNSET,
    batch_tier: bool | Unset = UNSET,
    option: QuoteUnitCostsByParametersOption | Unset = UNSET,
) -> Any | Problem | UnitCostAnswer | None:
    """Unit costs by parameters

     The most common fields of the query as parameters, for spreadsheets and bots.

    Args:
        currency (str | Unset):
        usd_per_currency_unit (float | Unset):
        model (str):
        device (str | Unset):
        device_count (int | Unset):
        precision (str | Unset):
        provider (str | Unset):
        region (str | Unset):
        labels (str | Unset):
        drivers (bool | Unset):
        as_of (str | Unset):
        catalog (str | Unset):
        prefill_device (str | Unset):
        prefill_device_count (int | Unset):
        decode_device (str | Unset):
        decode_device_count (int | Unset):
        workload (QuoteUnitCostsByParametersWorkload | Unset):
        engine (str | Unset):
        attention_parallel (QuoteUnitCostsByParametersAttentionParallel | Unset):
        tensor_parallel (int | Unset):
        data_parallel (int | Unset):
        expert_parallel (int | Unset):
        pipeline_parallel (int | Unset):
        memory_utilization_fraction (float | Unset):
        max_batched_tokens (int | Unset):
        max_context_tokens (int | Unset):
        input_tokens (float | Unset):
        output_tokens (float | Unset):
        documents (int | Unset):
        images (float | Unset):
        image_width_pixels (int | Unset):
        image_height_pixels (int | Unset):
        audio_seconds (float | Unset):
        inference_steps (int | Unset):
        concurrency (float | Unset):
        requests_per_second (float | Unset):
        cached_input_fraction (float | Unset):
        shared_cache_fraction (float | Unset):
        traffic_kind (QuoteUnitCostsByParametersTrafficKind | Unset):
        ttft_seconds (float | Unset):
        tpot_seconds (float | Unset):
        utilization_fraction (float | Unset):
        batch_tier (bool | Unset):
        option (QuoteUnitCostsByParametersOption | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem | UnitCostAnswer
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
            prefill_device=prefill_device,
            prefill_device_count=prefill_device_count,
            decode_device=decode_device,
            decode_device_count=decode_device_count,
            workload=workload,
            engine=engine,
            attention_parallel=attention_parallel,
            tensor_parallel=tensor_parallel,
            data_parallel=data_parallel,
            expert_parallel=expert_parallel,
            pipeline_parallel=pipeline_parallel,
            memory_utilization_fraction=memory_utilization_fraction,
            max_batched_tokens=max_batched_tokens,
            max_context_tokens=max_context_tokens,
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            documents=documents,
            images=images,
            image_width_pixels=image_width_pixels,
            image_height_pixels=image_height_pixels,
            audio_seconds=audio_seconds,
            inference_steps=inference_steps,
            concurrency=concurrency,
            requests_per_second=requests_per_second,
            cached_input_fraction=cached_input_fraction,
            shared_cache_fraction=shared_cache_fraction,
            traffic_kind=traffic_kind,
            ttft_seconds=ttft_seconds,
            tpot_seconds=tpot_seconds,
            utilization_fraction=utilization_fraction,
            batch_tier=batch_tier,
            option=option,
        )
    ).parsed
