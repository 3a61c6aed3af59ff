"""What engines keep of a device's memory beside weights and caches."""
