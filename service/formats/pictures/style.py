"""The style of charts: fonts, sizes and colours, and figures drawn in it."""

import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STYLE: Any = {
    "font.family": "sans-serif",
    "font.sans-serif": ["Helvetica", "Arial", "DejaVu Sans"],
    "font.size": 11.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.titleweight": "bold",
    "grid.color": "#e3e3e3",
    "legend.frameon": False,
    "text.parse_math": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "unitcost",
}

WIDTH_INCHES, HEIGHT_INCHES = 6.4, 6.8
DOTS_PER_INCH = 155
"""Some 990 pixels. Shown at 400, as chats do, text is still 9 pixels high."""

PALETTE = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442")
"""Colours that stay apart for those who see no red or no green (M. Okabe and K. Ito, 2008)."""

BLUE, ORANGE, GREEN, PURPLE, SKY, RED, YELLOW = PALETTE
GREY = "#5a5a5a"

_ITEMS: Mapping[str, Sequence[str]] = {
    BLUE: ("compute", "compute_base", "depreciation", "lease", "purchases", "this deployment"),
    SKY: ("compute_burst", "cost_of_capital", "overhead", "invoices", "all on demand"),
    GREEN: ("redundancy", "hosting", "contract_discount", "evaluation", "discount", "taxes"),
    YELLOW: ("startup", "spares", "energy", "checkpoints"),
    PURPLE: (
        *("spot_cover", "operations", "network_egress", "training"),
        *("waiting", "comes back", "other deployment"),
    ),
    ORANGE: ("instance_unused", "support", "storage", "staff", "rework", "API"),
    RED: ("commitment_unused", "write_off", "software", "contract_shortfall"),
    GREY: ("other",),
}
COLOURS: Mapping[str, str] = {item: colour for colour, own in _ITEMS.items() for item in own}
"""The usual colour of an item. Beside another of that colour it has one that is free."""


def colours_of(items: Iterable[str]) -> dict[str, str]:
    """The colours of items that stand in one picture: all others, as long as there are others.

    >>> list(colours_of(["compute_base", "depreciation"]).values())
    ['#0072b2', '#e69f00']
    """
    found: dict[str, str] = {}
    for item in items:
        own = COLOURS.get(item, GREY)
        taken = set(found.values())
        free = (colour for colour in PALETTE if colour not in taken)
        found[item] = next(free, own) if own in taken else own
    return found


LINES = ("#000000", "#b3003c", "#006d4e", "#6a4fb3", "#8a5a00", "#555555")
DASHES = ("--", "-.", ":")

SMALL_FRACTION = 0.01
"""Line items below this share of the total are drawn together."""

MOST_LINES = len(LINES)
"""The most alternatives that are drawn."""

MOST_TICKS = 8

LONGEST_NAME = 30
"""Room for the name of an alternative [characters]."""

TITLE_WIDTH = 56
"""Room for a line of the title [characters]."""

NOTE_WIDTH, NARROW_NOTE_WIDTH, NOTE_COLOUR = 84, 60, "#444444"
"""Room for a line of what is bought, also beside long labels [characters], and its colour."""

ROOM_PER_LINE = 0.14
"""Height of a line of text, as a share of the lower chart."""

BAR_INCHES, AROUND_INCHES = 0.5, 2.0
"""A picture of bars is as high as its bars, and what is around them."""

ENDS, UP, DOWN = "#4d4d4d", RED, BLUE
"""The colours of a waterfall: its two ends, and effects that add and that take away. More is worse
of costs and better of throughput, so neither is green."""

ROOM_FRACTION = 0.14
"""Room for the text at the end of a bar, as a share of the width."""

LABEL_WIDTH = 26
"""Room for a line beside a bar [characters]."""

_DRAWING = Lock()


def svg_of(make: "Callable[[], Figure]", title: str, description: str | None = None) -> bytes:
    """The figure that is made, as SVG; title and description: for its metadata."""
    metadata = {"Date": None, "Creator": None, "Title": title, "Description": description}
    # The backend ends some lines in a blank, which nothing that keeps files tidy would leave.
    return re.sub(rb" +$", b"", _drawn(make, "svg", metadata), flags=re.MULTILINE)


def png_of(make: "Callable[[], Figure]") -> bytes:
    """The figure that is made, as PNG."""
    return _drawn(make, "png", {"Software": None})


def _drawn(
    make: "Callable[[], Figure]", kind: Literal["svg", "png"], metadata: Mapping[str, str | None]
) -> bytes:
    with _DRAWING:  # matplotlib's settings belong to the whole process
        import matplotlib as mpl

        with mpl.rc_context():
            mpl.rcdefaults()
            mpl.rcParams.update(STYLE)
            file = io.BytesIO()
            make().savefig(file, format=kind, dpi=DOTS_PER_INCH, metadata=dict(metadata))
    return file.getvalue()
