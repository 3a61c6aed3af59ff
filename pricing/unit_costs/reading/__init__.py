"""Reading: requests without output, as questions and answers of unit costs have them."""
