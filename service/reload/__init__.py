"""The library of releases that answers come from, and its reload while the service runs."""
