"""The service for agents: tools of the Model Context Protocol, and /llms.txt."""
