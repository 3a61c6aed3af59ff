"""Fine-tuning in run costs: what a query asks of it, what it holds, and how fast it is."""
