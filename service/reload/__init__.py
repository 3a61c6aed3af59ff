"""The current library of releases, and its reload while the service runs."""
