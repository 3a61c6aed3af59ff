"""Questions about devices alone: their price, and facts of them."""
