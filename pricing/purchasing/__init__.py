"""Purchasing: the price of a device-hour, and how it was found."""
