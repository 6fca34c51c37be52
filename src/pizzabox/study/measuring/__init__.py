"""Measured answers: every legal move played on to the end many times, with the same luck for each."""
