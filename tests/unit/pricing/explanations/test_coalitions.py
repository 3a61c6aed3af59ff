"""Every set of groups is asked for once; those without an answer apart are joined."""

from collections.abc import Callable
from math import fsum

import pytest

from pricing.explanations.coalitions import MOST_BLOCKS, Settled, Worth, settled
from pricing.explanations.differences import Group

Of = Callable[[frozenset[str]], Worth]


def groups(names: str) -> list[Group]:
    return [Group((name,), paths=frozenset([(name,)])) for name in names]


def settle(names: str, of: Of) -> Settled:
    """Groups of one letter each; of: the figure with some of them on the other side."""

    def ask(group: Group) -> Worth:
        return of(frozenset(group.names))

    ends = of(frozenset()), of(frozenset(names))
    assert isinstance(ends[0], float)
    assert isinstance(ends[1], float)
    return settled(ask, (ends[0], ends[1]), groups(names))


def blocks(found: Settled) -> list[str]:
    return ["".join(block.names) for block in found.blocks]


def test_each_set_is_asked_for_once() -> None:
    asked: list[frozenset[str]] = []

    def of(moved: frozenset[str]) -> float:
        asked.append(moved)
        return float(len(moved) ** 2)

    found = settle("abc", of)

    assert blocks(found) == ["a", "b", "c"]
    assert found.question_count == 6
    assert len(set(asked)) == len(asked) == 8
    assert found.worths == (0.0, 1.0, 1.0, 4.0, 1.0, 4.0, 4.0, 9.0)


def test_a_pair_that_belongs_together_is_one() -> None:
    """A provider and its region: either alone has no answer."""

    def of(moved: frozenset[str]) -> Worth:
        if len(moved & {"p", "r"}) == 1:
            return "no such region"
        return float(len(moved))

    found = settle("apr", of)

    assert blocks(found) == ["a", "pr"]
    assert found.worths == (0.0, 1.0, 2.0, 3.0)
    assert found.remarks == (
        "p and r are one effect: a question with one of them alone has no answer (no such region)",
    )


def test_two_pairs_stay_two() -> None:
    def of(moved: frozenset[str]) -> Worth:
        if len(moved & {"a", "b"}) == 1 or len(moved & {"c", "d"}) == 1:
            return "no"
        return float(len(moved))

    assert blocks(settle("abcd", of)) == ["ab", "cd"]


def test_where_only_the_ends_have_an_answer_all_is_one() -> None:
    found = settle("abc", lambda moved: float(len(moved)) if len(moved) in {0, 3} else "no")

    assert blocks(found) == ["abc"]
    assert found.worths == (0.0, 3.0)


def test_what_moves_nothing_either_way_is_one_block() -> None:
    found = settle("abcdefghijkl", lambda moved: float("a" in moved) + 2.0 * ("b" in moved))

    assert blocks(found) == ["a", "b", "cdefghijkl"]


def test_what_moves_only_beside_another_is_heard() -> None:
    """c and d move the figure together, and neither alone nor last: their block has a worth."""

    def of(moved: frozenset[str]) -> float:
        return float("a" in moved) + float(len(moved & {"c", "d"}) == 1 and "b" not in moved)

    found = settle("abcd", of)

    assert sum(found.worths) > 0.0
    assert found.worths[-1] == of(frozenset("abcd"))


def test_the_weakest_of_many_are_one() -> None:
    letters = "abcdefghijk"

    def of(moved: frozenset[str]) -> float:
        return fsum(2.0 ** letters.index(name) for name in moved)

    found = settle(letters, of)

    assert len(found.blocks) == MOST_BLOCKS
    assert blocks(found)[0] == "abcd"
    assert "a, b, c and d move the figure least, and are one effect" in found.remarks
    assert found.question_count <= 2**MOST_BLOCKS + 2 * len(letters)


def test_swapped_sides_have_the_same_blocks() -> None:
    def of(moved: frozenset[str]) -> Worth:
        if "a" in moved and "b" not in moved:
            return "no"
        return fsum(ord(name) - 90.0 for name in moved)

    def swapped(moved: frozenset[str]) -> Worth:
        return of(frozenset("abcd") - moved)

    assert blocks(settle("abcd", of)) == blocks(settle("abcd", swapped))


def test_nothing_that_differs_is_no_block() -> None:
    found = settled(lambda _: pytest.fail("asked"), (1.0, 1.0), [])

    assert (found.blocks, found.worths) == ((), (1.0,))
