"""Rows that are made when they are asked for: listed prices by place, rates of exchange, media."""
