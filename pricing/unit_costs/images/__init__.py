"""Images: requests that bring images, as questions and answers of unit costs have them."""
