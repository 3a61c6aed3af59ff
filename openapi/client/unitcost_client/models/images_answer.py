from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ImagesAnswer")


@_attrs_define
class ImagesAnswer:
    """What the images of a request become; null where it brings none.

    Attributes:
        encoder_flops_per_image (float): Arithmetic of the encoder for an image [FLOP].
        encoder_share_fraction (float): Of a request's time on its replica, what the encoder takes [fraction].
        images_per_request (float): Mean images of a request [count].
        input_tokens (float): Input of a request, text and images together [tokens].
        patches_per_image (float): Patches of it that the encoder of images passes [count].
        tokens_per_image (float): Tokens that an image becomes, without those that mark its begin and end [tokens].
    """

    encoder_flops_per_image: float
    encoder_share_fraction: float
    images_per_request: float
    input_tokens: float
    patches_per_image: float
    tokens_per_image: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        encoder_flops_per_image = self.encoder_flops_per_image

        encoder_share_fraction = self.encoder_share_fraction

        images_per_request = self.images_per_request

        input_tokens = self.input_tokens

        patches_per_image = self.patches_per_image

        tokens_per_image = self.tokens_per_image

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "encoder_flops_per_image": encoder_flops_per_image,
                "encoder_share_fraction": encoder_share_fraction,
                "images_per_request": images_per_request,
                "input_tokens": input_tokens,
                "patches_per_image": patches_per_image,
                "tokens_per_image": tokens_per_image,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        encoder_flops_per_image = d.pop("encoder_flops_per_image")

        encoder_share_fraction = d.pop("encoder_share_fraction")

        images_per_request = d.pop("images_per_request")

        input_tokens = d.pop("input_tokens")

        patches_per_image = d.pop("patches_per_image")

        tokens_per_image = d.pop("tokens_per_image")

        images_answer = cls(
            encoder_flops_per_image=encoder_flops_per_image,
            encoder_share_fraction=encoder_share_fraction,
            images_per_request=images_per_request,
            input_tokens=input_tokens,
            patches_per_image=patches_per_image,
            tokens_per_image=tokens_per_image,
        )

        images_answer.additional_properties = d
        return images_answer

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
