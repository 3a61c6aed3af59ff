from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.rollout_schedule import RolloutSchedule, check_rollout_schedule
from ..types import UNSET, Unset

T = TypeVar("T", bound="Rollout")


@_attrs_define
class Rollout:
    """What a policy generates before it is updated, served as inference is.

    Attributes:
        prompt_tokens (float): Tokens of a prompt [tokens].
        response_tokens (float): Mean tokens of a response [tokens].
        concurrency (float | None | Unset): Requests in flight [count]. Default: as many as memory holds.
        device_count (int | None | Unset): Devices out of deployment.device_count that roll out beside the update
            [count].
        engine (None | str | Unset): Serving engine.
        group_size (int | None | Unset): Responses to a prompt, which is read once for all of them [count]. Of grpo.
        precision (None | str | Unset): Number format of weights and arithmetic: fp32, tf32, bf16, fp16, fp8, int8, fp4,
            int4 or an alias (mxfp4, nvfp4, w4a16, …). Default: the model's own if the device accelerates it.
        schedule (RolloutSchedule | Unset): in_turn: all devices roll out, then update; beside: device_count of them
            roll out while the others update on the rollouts before. Default: in_turn.
        update_count_per_rollout (int | Unset): Times that a rollout is trained on [count]. Default: 1.
    """

    prompt_tokens: float
    response_tokens: float
    concurrency: float | None | Unset = UNSET
    device_count: int | None | Unset = UNSET
    engine: None | str | Unset = UNSET
    group_size: int | None | Unset = UNSET
    precision: None | str | Unset = UNSET
    schedule: RolloutSchedule | Unset = UNSET
    update_count_per_rollout: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        prompt_tokens = self.prompt_tokens

        response_tokens = self.response_tokens

        concurrency: float | None | Unset
        if isinstance(self.concurrency, Unset):
            concurrency = UNSET
        else:
            concurrency = self.concurrency

        device_count: int | None | Unset
        if isinstance(self.device_count, Unset):
            device_count = UNSET
        else:
            device_count = self.device_count

        engine: None | str | Unset
        if isinstance(self.engine, Unset):
            engine = UNSET
        else:
            engine = self.engine

        group_size: int | None | Unset
        if isinstance(self.group_size, Unset):
            group_size = UNSET
        else:
            group_size = self.group_size

        precision: None | str | Unset
        if isinstance(self.precision, Unset):
            precision = UNSET
        else:
            precision = self.precision

        schedule: str | Unset = UNSET
        if not isinstance(self.schedule, Unset):
            schedule = self.schedule

        update_count_per_rollout = self.update_count_per_rollout

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "prompt_tokens": prompt_tokens,
                "response_tokens": response_tokens,
            }
        )
        if concurrency is not UNSET:
            field_dict["concurrency"] = concurrency
        if device_count is not UNSET:
            field_dict["device_count"] = device_count
        if engine is not UNSET:
            field_dict["engine"] = engine
        if group_size is not UNSET:
            field_dict["group_size"] = group_size
        if precision is not UNSET:
            field_dict["precision"] = precision
        if schedule is not UNSET:
            field_dict["schedule"] = schedule
        if update_count_per_rollout is not UNSET:
            field_dict["update_count_per_rollout"] = update_count_per_rollout

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        prompt_tokens = d.pop("prompt_tokens")

        response_tokens = d.pop("response_tokens")

        def _parse_concurrency(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        concurrency = _parse_concurrency(d.pop("concurrency", UNSET))

        def _parse_device_count(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        device_count = _parse_device_count(d.pop("device_count", UNSET))

        def _parse_engine(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        engine = _parse_engine(d.pop("engine", UNSET))

        def _parse_group_size(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        group_size = _parse_group_size(d.pop("group_size", UNSET))

        def _parse_precision(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        precision = _parse_precision(d.pop("precision", UNSET))

        _schedule = d.pop("schedule", UNSET)
        schedule: RolloutSchedule | Unset
        if isinstance(_schedule, Unset):
            schedule = UNSET
        else:
            schedule = check_rollout_schedule(_schedule)

        update_count_per_rollout = d.pop("update_count_per_rollout", UNSET)

        rollout = cls(
            prompt_tokens=prompt_tokens,
            response_tokens=response_tokens,
            concurrency=concurrency,
            device_count=device_count,
            engine=engine,
            group_size=group_size,
            precision=precision,
            schedule=schedule,
            update_count_per_rollout=update_count_per_rollout,
        )

        return rollout
