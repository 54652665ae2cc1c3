"""Those that we are measured against, each a small program of its own, run by .venv-peers/bin/python."""
