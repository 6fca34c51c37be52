"""Studying games: a record unrolled, what a bot makes of every move, analysis, puzzles, moving pictures.

Pure logic: nothing here reads files, opens connections or knows the time of day.
"""
