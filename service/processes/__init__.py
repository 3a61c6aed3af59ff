"""Several processes on one port: the supervisor that starts them, and what they tell each other."""
