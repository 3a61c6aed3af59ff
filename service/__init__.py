"""The HTTP face of the economics: settings, routes, problems, telemetry, the command."""
