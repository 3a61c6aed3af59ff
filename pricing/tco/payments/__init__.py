"""What a service pays, when, and what that is worth beside an alternative."""
