"""How far the gains of speculative decoding are off."""
