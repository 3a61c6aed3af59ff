"""The style of charts: fonts, sizes and colours, and figures drawn in it."""

import io
import re
from collections.abc import Callable, Mapping
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

SIZE_INCHES = (9.0, 7.2)
DOTS_PER_INCH = 110

COLOURS: Mapping[str, str] = {
    "compute_base": "#0b4f8a",
    "compute_burst": "#56a3d9",
    "redundancy": "#a9cbe5",
    "startup": "#d5e6f3",
    "spot_cover": "#7fc8c2",
    "instance_unused": "#f0a35e",
    "commitment_unused": "#d55e00",
    "depreciation": "#0b4f8a",
    "write_off": "#d55e00",
    "cost_of_capital": "#a9cbe5",
    "lease": "#56a3d9",
    "hosting": "#7a9c3d",
    "operations": "#c3d69b",
    "support": "#c3d69b",
    "spares": "#e0eac8",
    "software": "#7fc8c2",
    "energy": "#e6b800",
    "network_egress": "#9467bd",
    "storage": "#c5b0d5",
    "staff": "#8c6d5a",
    "training": "#c46fa0",
    "contract_discount": "#006d4e",
    "contract_shortfall": "#b3003c",
    "other": "#9a9a9a",
}
"""The colours of line items."""

LINES = ("#000000", "#b3003c", "#006d4e", "#6a4fb3", "#8a5a00", "#555555")
DASHES = ("--", "-.", ":")

SMALL_FRACTION = 0.01
"""Line items below this share of the total are drawn together."""

MOST_LINES = len(LINES)
"""The most alternatives that are drawn."""

MOST_TICKS = 12

LONGEST_NAME = 40
"""Room for the name of an alternative [characters]."""

TITLE_WIDTH = 76
"""Room for a line of the title [characters]."""

NOTE_WIDTH, NOTE_COLOUR = 110, "#444444"
"""Room for a line of what is bought [characters], and its colour."""

ROOM_PER_LINE = 0.14
"""Height of a line of text, as a share of the lower chart."""

WATERFALL_WIDTH_INCHES, BAR_INCHES, AROUND_INCHES = 9.0, 0.55, 1.9
"""A waterfall is as high as its bars, and what is around them."""

ENDS, UP, DOWN = "#4d4d4d", "#d55e00", "#0b4f8a"
"""The colours of a waterfall: its two ends, and effects that add and that take away. More is worse
of costs and better of throughput, so neither is green."""

ROOM_FRACTION = 0.14
"""Room for the text at the end of a bar, as a share of the width."""

LABEL_WIDTH = 38
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
