"""Run costs: what a training run costs under each way of buying its capacity."""
