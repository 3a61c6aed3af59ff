"""What serving costs over time, month by month.

Work that is done for every hour of every month, for every load of a curve and for every draw
is done on numpy arrays, with a row for each period (a month, or a load) and a column for each
hour. What is done once a month stands in plain Python.
"""
