"""The composition root: builds each process from the settings and runs it. The rooms below get plain values.

A module for each process, so that none loads what only another needs.
"""
