"""Plans: what replicas do at a load, and the fullest that keep the objectives."""
