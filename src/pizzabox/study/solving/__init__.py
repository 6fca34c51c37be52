"""Exact answers: forced wins by trying every defence, equilibria of secret choices by exact arithmetic."""
