import pytest

from pricing.catalog.library import Library
from pricing.catalog.names import Directory, nearest, normalised
from pricing.errors import UnknownName

FRUIT = Directory("fruit", {"red-apple": 1, "pear": 2}, {"Apple (Red)": "red-apple"})


@pytest.mark.parametrize(
    ("spelled", "normal"),
    [
        ("H100 SXM 80GB", "h100-sxm-80gb"),
        ("  meta-llama/Llama-3.1-70B ", "meta-llama-llama-3.1-70b"),
        ("A100__SXM4 -- 80GB", "a100-sxm4-80gb"),
        ("Größe", "gr-e"),
        ("...", "..."),
        ("!?", ""),
    ],
)
def test_normalised_name_is_lower_case_with_hyphens(spelled: str, normal: str) -> None:
    assert normalised(spelled) == normal


def test_normalising_twice_is_normalising_once() -> None:
    assert normalised(normalised("NVIDIA H100 (SXM)")) == normalised("NVIDIA H100 (SXM)")


@pytest.mark.parametrize("name", ["red-apple", "RED APPLE", "apple red", "Apple (Red)"])
def test_thing_is_found_by_name_alias_and_spelling(name: str) -> None:
    assert FRUIT.find(name, field="fruit") == 1


def test_unknown_thing_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="no fruit is called 'red-aple'") as caught:
        FRUIT.find("red-aple", field="basket.fruit")

    assert caught.value.nearest == ("red-apple",)
    assert caught.value.field == "basket.fruit"


@pytest.mark.parametrize("name", ["", "!?", "x" * 10_000])
def test_absurd_name_is_refused(name: str) -> None:
    with pytest.raises(UnknownName):
        FRUIT.find(name, field="fruit")


def test_nearest_is_nothing_where_nothing_is_like_it() -> None:
    assert nearest("zzzz", ["h100-sxm-80gb", "a10g"]) == ()


def test_nearest_comes_first() -> None:
    assert nearest("h100-sxm-80", ["a10g", "h100-pcie-80gb", "h100-sxm-80gb"])[0] == (
        "h100-sxm-80gb"
    )


@pytest.mark.parametrize(
    ("spelled", "name"),
    [
        ("h100-sxm-80gb", "h100-sxm-80gb"),
        ("H100 SXM 80GB", "h100-sxm-80gb"),
        ("h100-sxm", "h100-sxm-80gb"),
        ("A100", "a100-sxm-40gb"),
        ("MI300X", "mi300x"),
        ("TPU v5e", "tpu-v5e"),
        ("Groq LPU", "groq-lpu"),
    ],
)
def test_device_answers_to_the_names_that_people_use(
    library: Library, spelled: str, name: str
) -> None:
    assert library.newest.devices.find(spelled, field="device").name == name


@pytest.mark.parametrize(
    ("spelled", "name"),
    [
        ("meta-llama/Llama-3.1-70B", "llama-3.1-70b"),
        ("Llama 3.1 70B", "llama-3.1-70b"),
        ("deepseek-ai/DeepSeek-V3", "deepseek-v3"),
        ("mixtral-8x7b", "mixtral-8x7b"),
    ],
)
def test_model_answers_to_the_names_that_people_use(
    library: Library, spelled: str, name: str
) -> None:
    assert library.newest.models.find(spelled, field="model").name == name
