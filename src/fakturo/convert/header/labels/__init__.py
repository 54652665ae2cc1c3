"""Labels: what the words of a phrase announce, and which value each of them has."""
