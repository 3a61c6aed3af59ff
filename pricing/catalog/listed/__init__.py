"""Listed prices: rows of the price table, found by their place and made when they are asked for."""
