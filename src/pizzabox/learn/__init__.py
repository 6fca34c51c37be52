"""Nets that learn by playing themselves (extra `pizzabox[learn]`: PyTorch)."""
