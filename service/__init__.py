"""The HTTP API and the command line over `pricing`."""
