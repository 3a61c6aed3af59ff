"""What serving costs over time, month by month.

Work that is done for every hour of every month, for every load of a curve and for every draw
is done in polars expressions, over frames with one row per period (a month, or a load) and
hour. What is done once a month stands in plain Python.
"""
