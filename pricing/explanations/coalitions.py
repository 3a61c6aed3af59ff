"""Coalitions: the question asked with every set of groups on the other side."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf

from pricing.explanations.differences import Group, joined
from pricing.pauses import pause

MOST_BLOCKS = 8
"""Blocks of groups whose sets are all asked: at most 256 questions."""

Worth = float | str
"""The figure, or why the question has no answer."""

Ask = Callable[[Group], Worth]
"""Asks the question with the groups of one on the other side."""


@dataclass(frozen=True)
class Settled:
    """Blocks of groups, each of which moves as a whole, and the figure for every set of them.

    worths: by the number whose bits are the blocks on the other side; silent: groups that are
    known to move nothing; remarks: why groups move as a whole.
    """

    blocks: tuple[Group, ...]
    worths: tuple[float, ...]
    remarks: tuple[str, ...]
    question_count: int


class Questions:
    """The questions between two sides, each of which is asked once."""

    def __init__(self, ask: Ask, ends: tuple[float, float], groups: Sequence[Group]) -> None:
        """ends: the figure with none and with all of the groups on the other side."""
        self._ask = ask
        none, every = joined([]), joined(groups)
        self._known: dict[Group, Worth] = {none: ends[0], every: ends[1]}
        self.count = 0

    def worth(self, groups: Iterable[Group]) -> Worth:
        """The figure with some groups on the other side, or why there is none."""
        moved = joined(groups)
        found = self._known.get(moved)
        if found is None:
            pause()
            self.count += 1
            found = self._known[moved] = self._ask(moved)
        return found


def settled(
    ask: Ask, ends: tuple[float, float], groups: Sequence[Group], *, most: int = MOST_BLOCKS
) -> Settled:
    """Ask for every set of groups, those joined that are many, weak or have no answer apart.

    A group is asked for alone and as the only one that stays. Those that move nothing either way
    are one block, with the weakest where there are more than `most`. Blocks are joined, pair
    by pair, until every set of them has an answer: first those that leave the fewest without.
    """
    questions = Questions(ask, ends, groups)
    strengths = {group: _strength(questions, ends, groups, group) for group in groups}
    blocks, remarks = _blocks(groups, strengths, most)
    worths = [questions.worth(_chosen(blocks, mask)) for mask in range(1 << len(blocks))]
    while any(isinstance(worth, str) for worth in worths):
        one, other = _inseparable(len(blocks), worths)
        remarks.append(_remark(blocks[one], blocks[other], worths, one, other))
        both = joined([blocks[one], blocks[other]])
        rest = [block for at, block in enumerate(blocks) if at not in {one, other}]
        blocks = sorted([*rest, both], key=lambda block: block.names)
        worths = [questions.worth(_chosen(blocks, mask)) for mask in range(1 << len(blocks))]
    figures = tuple(worth for worth in worths if isinstance(worth, float))
    return Settled(tuple(blocks), figures, tuple(remarks), questions.count)


def _strength(
    questions: Questions, ends: tuple[float, float], groups: Sequence[Group], group: Group
) -> float:
    """How much a group moves the figure, alone and as the last one; without an answer, no end."""
    alone = questions.worth([group])
    before = questions.worth(other for other in groups if other is not group)
    if isinstance(alone, str) or isinstance(before, str):
        return inf
    return abs(alone - ends[0]) + abs(ends[1] - before)


def _blocks(
    groups: Sequence[Group], strengths: dict[Group, float], most: int
) -> tuple[list[Group], list[str]]:
    """Strong groups as they are, the others as one block; and what is to be said of that."""
    ordered = sorted(groups, key=lambda group: (-strengths[group], group.names))
    strong = [group for group in ordered if strengths[group]]
    silent = ordered[len(strong) :]
    remarks = []
    if len(strong) + bool(silent) > most:
        kept = most - 1
        weak = joined(strong[kept:])
        remarks.append(f"{weak.name} move the figure least, and are one effect")
        strong, silent = strong[:kept], [*strong[kept:], *silent]
    blocks = [*strong, joined(silent)] if silent else strong
    return sorted(blocks, key=lambda block: block.names), remarks


def _chosen(blocks: Sequence[Group], mask: int) -> Iterator[Group]:
    return (block for at, block in enumerate(blocks) if mask >> at & 1)


def _inseparable(count: int, worths: Sequence[Worth]) -> tuple[int, int]:
    """The pair of blocks that, moved as one, leaves the fewest sets without an answer."""
    refused = [mask for mask, worth in enumerate(worths) if isinstance(worth, str)]
    return min(
        combinations(range(count), 2),
        key=lambda pair: sum(_together(mask, pair) for mask in refused),
    )


def _together(mask: int, pair: tuple[int, int]) -> bool:
    return mask >> pair[0] & 1 == mask >> pair[1] & 1


def _remark(one: Group, other: Group, worths: Sequence[Worth], at: int, beside: int) -> str:
    """Why two blocks are one: what a question with one of them is refused with."""
    reasons = sorted(
        worth
        for mask, worth in enumerate(worths)
        if isinstance(worth, str) and not _together(mask, (at, beside))
    )
    return (
        f"{joined([one, other]).name} are one effect: a question with one of them alone has no"
        f" answer ({reasons[0]})"
    )
