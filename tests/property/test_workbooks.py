"""What holds of every workbook: it adds up, and is the answer to the cent."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pricing.catalog.library import Library
from pricing.tco.quote import tco
from service.formats import media as formats
from service.formats.flatten import written
from tests import questions
from tests.property.laws import law
from tests.property.services import BOOKS
from tests.workbooks import compared


@settings(law, max_examples=15)  # `make office` tries two hundred
@given(changes=st.fixed_dictionaries(BOOKS))
def test_workbook_is_the_answer_to_the_cent(changes: dict[str, Any], library: Library) -> None:
    query = questions.tco({name: value for name, value in changes.items() if value is not None})
    answer = tco(query, library)

    assert compared(written(answer, formats.XLSX, query), answer) == []
