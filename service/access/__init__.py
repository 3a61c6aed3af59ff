"""Who may ask, what, and how often: keys, scopes and rates. Without keys everything is open."""
