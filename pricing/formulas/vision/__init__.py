"""Vision: the patches and tokens that an image becomes, and what its encoder computes."""
