"""Names that are spelt much alike are those that difflib finds."""

import pytest

from pricing.catalog.library import Library
from pricing.catalog.names import nearest
from pricing.catalog.naming.similar_names import Alike


@pytest.mark.parametrize("name", ["foo-13b", "h900", "Mistrl 7B", "", "éé", "deepseek-v33"])
def test_it_finds_what_difflib_finds(name: str, library: Library) -> None:
    catalog = library.get(None)
    names = [*catalog.models, *catalog.devices, "H100 SXM"]

    assert Alike(names).nearest(name) == nearest(name, names)


def test_nothing_is_alike_among_no_names() -> None:
    assert Alike(()).nearest("h100") == ()
