"""Questions from Slack and Teams, answered as their messages."""
