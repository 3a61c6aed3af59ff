from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.load_traffic_kind_type_0 import (
    LoadTrafficKindType0,
    check_load_traffic_kind_type_0,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="Load")


@_attrs_define
class Load:
    """The lengths of a request, the number in flight or arriving, and what is cached of them.

    Attributes:
        audio_seconds (float | None | Unset): Mean length of a recording that a request writes down [seconds], of models
            of speech.
        cached_input_fraction (float | None | Unset): Share of the input tokens found in the prefix cache of the engine
            [fraction]. They are attended to, and not prefilled. Default: that of traffic_kind.
        concurrency (float | None | Unset): Constant number of requests in flight over the whole deployment, as in
            benchmarks [count]. Default: as many as memory, the engine and the SLO allow.
        documents (int | None | Unset): Texts of a request that are read apart and share its input_tokens: the inputs of
            an embedding call, the pairs of query and document of a reranker [count]. With output_tokens 0.
        image_height_pixels (int | None | Unset): Height of an image [pixels].
        image_width_pixels (int | None | Unset): Width of an image [pixels].
        images (float | None | Unset): Mean images per request, which the model reads beside its input_tokens [count].
            Their size says how many tokens each becomes.
        inference_steps (int | None | Unset): Denoising steps of an image that a request makes (num_inference_steps), of
            models that make images [count]. Default: as measured.
        input_tokens (float | None | Unset): Mean input tokens per request, without those of images.
        output_tokens (float | None | Unset): Mean output tokens per request: 1 or more, or 0 for requests that are only
            read (embeddings, rerankers, classifiers). Models made for these have 0 by default.
        requests_per_second (float | None | Unset): Requests that arrive at random over the whole deployment, instead of
            a concurrency. They must be fewer than it sustains. Their share of that is the utilization_fraction.
        shared_cache_fraction (float | None | Unset): Of the cached tokens, the share that all requests have in common,
            such as a system prompt [fraction]. A replica holds their cache once. Each request holds the rest of its own.
            Default: that of traffic_kind, else none of it.
        traffic_kind (LoadTrafficKindType0 | None | Unset): The kind of traffic, which says what of its input is found
            in a prefix cache where cached_input_fraction does not. chat: turns of conversations; agents: steps of agents
            that use tools; retrieval: questions about documents that come again. none: nothing is cached. Default: none.
    """

    audio_seconds: float | None | Unset = UNSET
    cached_input_fraction: float | None | Unset = UNSET
    concurrency: float | None | Unset = UNSET
    documents: int | None | Unset = UNSET
    image_height_pixels: int | None | Unset = UNSET
    image_width_pixels: int | None | Unset = UNSET
    images: float | None | Unset = UNSET
    inference_steps: int | None | Unset = UNSET
    input_tokens: float | None | Unset = UNSET
    output_tokens: float | None | Unset = UNSET
    requests_per_second: float | None | Unset = UNSET
    shared_cache_fraction: float | None | Unset = UNSET
    traffic_kind: LoadTrafficKindType0 | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        audio_seconds: float | None | Unset
        if isinstance(self.audio_seconds, Unset):
            audio_seconds = UNSET
        else:
            audio_seconds = self.audio_seconds

        cached_input_fraction: float | None | Unset
        if isinstance(self.cached_input_fraction, Unset):
            cached_input_fraction = UNSET
        else:
            cached_input_fraction = self.cached_input_fraction

        concurrency: float | None | Unset
        if isinstance(self.concurrency, Unset):
            concurrency = UNSET
        else:
            concurrency = self.concurrency

        documents: int | None | Unset
        if isinstance(self.documents, Unset):
            documents = UNSET
        else:
            documents = self.documents

        image_height_pixels: int | None | Unset
        if isinstance(self.image_height_pixels, Unset):
            image_height_pixels = UNSET
        else:
            image_height_pixels = self.image_height_pixels

        image_width_pixels: int | None | Unset
        if isinstance(self.image_width_pixels, Unset):
            image_width_pixels = UNSET
        else:
            image_width_pixels = self.image_width_pixels

        images: float | None | Unset
        if isinstance(self.images, Unset):
            images = UNSET
        else:
            images = self.images

        inference_steps: int | None | Unset
        if isinstance(self.inference_steps, Unset):
            inference_steps = UNSET
        else:
            inference_steps = self.inference_steps

        input_tokens: float | None | Unset
        if isinstance(self.input_tokens, Unset):
            input_tokens = UNSET
        else:
            input_tokens = self.input_tokens

        output_tokens: float | None | Unset
        if isinstance(self.output_tokens, Unset):
            output_tokens = UNSET
        else:
            output_tokens = self.output_tokens

        requests_per_second: float | None | Unset
        if isinstance(self.requests_per_second, Unset):
            requests_per_second = UNSET
        else:
            requests_per_second = self.requests_per_second

        shared_cache_fraction: float | None | Unset
        if isinstance(self.shared_cache_fraction, Unset):
            shared_cache_fraction = UNSET
        else:
            shared_cache_fraction = self.shared_cache_fraction

        traffic_kind: None | str | Unset
        if isinstance(self.traffic_kind, Unset):
            traffic_kind = UNSET
        elif isinstance(self.traffic_kind, str):
            traffic_kind = self.traffic_kind
        else:
            traffic_kind = self.traffic_kind

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if audio_seconds is not UNSET:
            field_dict["audio_seconds"] = audio_seconds
        if cached_input_fraction is not UNSET:
            field_dict["cached_input_fraction"] = cached_input_fraction
        if concurrency is not UNSET:
            field_dict["concurrency"] = concurrency
        if documents is not UNSET:
            field_dict["documents"] = documents
        if image_height_pixels is not UNSET:
            field_dict["image_height_pixels"] = image_height_pixels
        if image_width_pixels is not UNSET:
            field_dict["image_width_pixels"] = image_width_pixels
        if images is not UNSET:
            field_dict["images"] = images
        if inference_steps is not UNSET:
            field_dict["inference_steps"] = inference_steps
        if input_tokens is not UNSET:
            field_dict["input_tokens"] = input_tokens
        if output_tokens is not UNSET:
            field_dict["output_tokens"] = output_tokens
        if requests_per_second is not UNSET:
            field_dict["requests_per_second"] = requests_per_second
        if shared_cache_fraction is not UNSET:
            field_dict["shared_cache_fraction"] = shared_cache_fraction
        if traffic_kind is not UNSET:
            field_dict["traffic_kind"] = traffic_kind

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_audio_seconds(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        audio_seconds = _parse_audio_seconds(d.pop("audio_seconds", UNSET))

        def _parse_cached_input_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        cached_input_fraction = _parse_cached_input_fraction(d.pop("cached_input_fraction", UNSET))

        def _parse_concurrency(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        concurrency = _parse_concurrency(d.pop("concurrency", UNSET))

        def _parse_documents(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        documents = _parse_documents(d.pop("documents", UNSET))

        def _parse_image_height_pixels(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        image_height_pixels = _parse_image_height_pixels(d.pop("image_height_pixels", UNSET))

        def _parse_image_width_pixels(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        image_width_pixels = _parse_image_width_pixels(d.pop("image_width_pixels", UNSET))

        def _parse_images(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        images = _parse_images(d.pop("images", UNSET))

        def _parse_inference_steps(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        inference_steps = _parse_inference_steps(d.pop("inference_steps", UNSET))

        def _parse_input_tokens(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        input_tokens = _parse_input_tokens(d.pop("input_tokens", UNSET))

        def _parse_output_tokens(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        output_tokens = _parse_output_tokens(d.pop("output_tokens", UNSET))

        def _parse_requests_per_second(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        requests_per_second = _parse_requests_per_second(d.pop("requests_per_second", UNSET))

        def _parse_shared_cache_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        shared_cache_fraction = _parse_shared_cache_fraction(d.pop("shared_cache_fraction", UNSET))

        def _parse_traffic_kind(data: object) -> LoadTrafficKindType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                traffic_kind_type_0 = check_load_traffic_kind_type_0(data)

                return traffic_kind_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(LoadTrafficKindType0 | None | Unset, data)

        traffic_kind = _parse_traffic_kind(d.pop("traffic_kind", UNSET))

        load = cls(
            audio_seconds=audio_seconds,
            cached_input_fraction=cached_input_fraction,
            concurrency=concurrency,
            documents=documents,
            image_height_pixels=image_height_pixels,
            image_width_pixels=image_width_pixels,
            images=images,
            inference_steps=inference_steps,
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            requests_per_second=requests_per_second,
            shared_cache_fraction=shared_cache_fraction,
            traffic_kind=traffic_kind,
        )

        return load
