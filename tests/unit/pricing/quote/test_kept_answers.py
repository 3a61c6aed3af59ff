"""The same question again has the answer that it had; another has its own."""

import pytest
from msgspec import Struct

from pricing import Deployment, Library, UnitCostQuery, unit_costs
from pricing.errors import InvalidQuery
from pricing.quote.kept_answers import KeptAnswers


class Asked(Struct, frozen=True):
    number: float | None


class Told(Struct, frozen=True):
    number: float | None


class Counting:
    """A function that counts how often it is asked."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, query: Asked, _library: Library) -> Told:
        self.count += 1
        if query.number is not None and query.number < 0:
            raise InvalidQuery("a number is at least 0", field="number")
        return Told(query.number)


def test_the_same_question_is_worked_out_once(library: Library) -> None:
    counting = Counting()
    kept = KeptAnswers(counting)

    assert [kept(Asked(number), library).number for number in (1.0, 2.0, 1.0)] == [1.0, 2.0, 1.0]
    assert counting.count == 2


def test_questions_that_are_written_otherwise_have_digests_of_their_own(library: Library) -> None:
    asked = [
        UnitCostQuery(model="llama-3.1-8b", deployment=Deployment(device="l4", device_count=count))  # type: ignore[arg-type]
        for count in (1, 1.0)
    ]

    assert len({unit_costs(one, library).provenance.query_digest for one in asked}) == 2


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_number_that_is_none_is_not_one_that_is_left_out(library: Library, number: float) -> None:
    kept = KeptAnswers(counting := Counting())
    for asked in (None, number, None):
        kept(Asked(asked), library)

    assert counting.count == 3


def test_another_library_has_answers_of_its_own(library: Library) -> None:
    kept = KeptAnswers(counting := Counting())
    for one in (library, Library(map(library.get, library.names))):
        kept(Asked(1.0), one)

    assert counting.count == 2


def test_a_refusal_is_not_kept(library: Library) -> None:
    kept = KeptAnswers(counting := Counting())
    for _ in range(2):
        with pytest.raises(InvalidQuery):
            kept(Asked(-1.0), library)

    assert counting.count == 2


def test_old_answers_leave(library: Library) -> None:
    kept = KeptAnswers(counting := Counting(), most=3)
    for number in (*range(4), 3, 0):
        kept(Asked(float(number)), library)

    assert counting.count == 5
