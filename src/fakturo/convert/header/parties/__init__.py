"""Seller and buyer: names, addresses and countries. `decision` decides who is who."""
