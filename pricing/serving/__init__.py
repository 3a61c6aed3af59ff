"""Serving: what a model does on the devices of a replica, by the roofline."""
