"""The constants of speculative decoding, and the published gains that they are fitted to."""
