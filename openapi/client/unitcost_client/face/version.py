"""The version of this client. It has its own: the service changes more often."""

VERSION = "0.2.0"
