"""The fleet: traffic, replicas and purchases of a service, hour by hour and month by month."""
