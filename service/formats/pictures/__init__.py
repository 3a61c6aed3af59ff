"""Pictures: months of a service, and waterfalls of explanations."""
