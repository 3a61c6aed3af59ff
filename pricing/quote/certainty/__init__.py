"""How sure a cost is: percentiles of all doubts together, cases, and each doubt alone."""
