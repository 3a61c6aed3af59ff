"""The replicas of a service as answers show them."""
